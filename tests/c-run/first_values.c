// First values with designators, braces left out, and what is written last.
#include <stdio.h>
#include <string.h>
union R0 { unsigned char m0; };
struct R1 { union R0 m0; union R0 m1[2]; };
struct R2 { char m0; short m1[1]; long m2; unsigned bf:7; };
struct R3 { struct R2 m0; unsigned char m1; };
struct R4 { char m0; struct R2 m1; };
static struct R3 v5[3]={{26,27,28,29,30}};
static union R0 v6={31};
static struct R3 v8={{0,.m1[0]=34,35,.m1={[0]=36}},37};
static struct R3 v9={{{38},.m0=0,.m0=40}};
static struct R2 v13[2]={2,3,2,55,56,57};
static struct R1 v15={.m0={60},{{.m0=61}}};
int main(void){
struct R4 v0={1,2,3};
printf("%ld\n",(long)v0.m0);
printf("%ld\n",(long)v0.m1.m0);
printf("%ld\n",(long)v0.m1.m1[0]);
printf("%ld\n",(long)v0.m1.m2);
printf("%ld\n",(long)v0.m1.bf);
struct R3 v1[3]={{{4,{[0]=5},3,7}},[0]={{8,{9},2}},{11,12,13,2,15},[0]={{.m0=0,{[0]=1,[0]=18},.m2=19}}};
printf("%ld\n",(long)v1[0].m0.m0);
printf("%ld\n",(long)v1[0].m0.m1[0]);
printf("%ld\n",(long)v1[0].m0.m2);
printf("%ld\n",(long)v1[0].m0.bf);
printf("%ld\n",(long)v1[0].m1);
printf("%ld\n",(long)v1[1].m0.m0);
printf("%ld\n",(long)v1[1].m0.m1[0]);
printf("%ld\n",(long)v1[1].m0.m2);
printf("%ld\n",(long)v1[1].m0.bf);
printf("%ld\n",(long)v1[1].m1);
printf("%ld\n",(long)v1[2].m0.m0);
printf("%ld\n",(long)v1[2].m0.m1[0]);
printf("%ld\n",(long)v1[2].m0.m2);
printf("%ld\n",(long)v1[2].m0.bf);
printf("%ld\n",(long)v1[2].m1);
static struct R2 v2={20};
printf("%ld\n",(long)v2.m0);
printf("%ld\n",(long)v2.m1[0]);
printf("%ld\n",(long)v2.m2);
printf("%ld\n",(long)v2.bf);
struct R4 v3[2]={1,22,23};
printf("%ld\n",(long)v3[0].m0);
printf("%ld\n",(long)v3[0].m1.m0);
printf("%ld\n",(long)v3[0].m1.m1[0]);
printf("%ld\n",(long)v3[0].m1.m2);
printf("%ld\n",(long)v3[0].m1.bf);
printf("%ld\n",(long)v3[1].m0);
printf("%ld\n",(long)v3[1].m1.m0);
printf("%ld\n",(long)v3[1].m1.m1[0]);
printf("%ld\n",(long)v3[1].m1.m2);
printf("%ld\n",(long)v3[1].m1.bf);
struct R1 v4={.m0={24},.m0={.m0=25}};
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v4.m0)[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v4.m1[0])[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v4.m1[1])[i];printf("%u\n",h);}
printf("%ld\n",(long)v5[0].m0.m0);
printf("%ld\n",(long)v5[0].m0.m1[0]);
printf("%ld\n",(long)v5[0].m0.m2);
printf("%ld\n",(long)v5[0].m0.bf);
printf("%ld\n",(long)v5[0].m1);
printf("%ld\n",(long)v5[1].m0.m0);
printf("%ld\n",(long)v5[1].m0.m1[0]);
printf("%ld\n",(long)v5[1].m0.m2);
printf("%ld\n",(long)v5[1].m0.bf);
printf("%ld\n",(long)v5[1].m1);
printf("%ld\n",(long)v5[2].m0.m0);
printf("%ld\n",(long)v5[2].m0.m1[0]);
printf("%ld\n",(long)v5[2].m0.m2);
printf("%ld\n",(long)v5[2].m0.bf);
printf("%ld\n",(long)v5[2].m1);
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v6)[i];printf("%u\n",h);}
static union R0 v7={.m0=32};
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v7)[i];printf("%u\n",h);}
printf("%ld\n",(long)v8.m0.m0);
printf("%ld\n",(long)v8.m0.m1[0]);
printf("%ld\n",(long)v8.m0.m2);
printf("%ld\n",(long)v8.m0.bf);
printf("%ld\n",(long)v8.m1);
printf("%ld\n",(long)v9.m0.m0);
printf("%ld\n",(long)v9.m0.m1[0]);
printf("%ld\n",(long)v9.m0.m2);
printf("%ld\n",(long)v9.m0.bf);
printf("%ld\n",(long)v9.m1);
static struct R4 v10[2]={{41,42,43,44}};
printf("%ld\n",(long)v10[0].m0);
printf("%ld\n",(long)v10[0].m1.m0);
printf("%ld\n",(long)v10[0].m1.m1[0]);
printf("%ld\n",(long)v10[0].m1.m2);
printf("%ld\n",(long)v10[0].m1.bf);
printf("%ld\n",(long)v10[1].m0);
printf("%ld\n",(long)v10[1].m1.m0);
printf("%ld\n",(long)v10[1].m1.m1[0]);
printf("%ld\n",(long)v10[1].m1.m2);
printf("%ld\n",(long)v10[1].m1.bf);
struct R1 v11={45};
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v11.m0)[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v11.m1[0])[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v11.m1[1])[i];printf("%u\n",h);}
static struct R4 v12[2]={46,47,48,49,50,51};
printf("%ld\n",(long)v12[0].m0);
printf("%ld\n",(long)v12[0].m1.m0);
printf("%ld\n",(long)v12[0].m1.m1[0]);
printf("%ld\n",(long)v12[0].m1.m2);
printf("%ld\n",(long)v12[0].m1.bf);
printf("%ld\n",(long)v12[1].m0);
printf("%ld\n",(long)v12[1].m1.m0);
printf("%ld\n",(long)v12[1].m1.m1[0]);
printf("%ld\n",(long)v12[1].m1.m2);
printf("%ld\n",(long)v12[1].m1.bf);
printf("%ld\n",(long)v13[0].m0);
printf("%ld\n",(long)v13[0].m1[0]);
printf("%ld\n",(long)v13[0].m2);
printf("%ld\n",(long)v13[0].bf);
printf("%ld\n",(long)v13[1].m0);
printf("%ld\n",(long)v13[1].m1[0]);
printf("%ld\n",(long)v13[1].m2);
printf("%ld\n",(long)v13[1].bf);
struct R4 v14={.m0=1,{2}};
printf("%ld\n",(long)v14.m0);
printf("%ld\n",(long)v14.m1.m0);
printf("%ld\n",(long)v14.m1.m1[0]);
printf("%ld\n",(long)v14.m1.m2);
printf("%ld\n",(long)v14.m1.bf);
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v15.m0)[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v15.m1[0])[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v15.m1[1])[i];printf("%u\n",h);}
struct R4 v16={.m1={62}};
printf("%ld\n",(long)v16.m0);
printf("%ld\n",(long)v16.m1.m0);
printf("%ld\n",(long)v16.m1.m1[0]);
printf("%ld\n",(long)v16.m1.m2);
printf("%ld\n",(long)v16.m1.bf);
struct R3 v17={{63,{[0]=64},.m2=65,2},67};
printf("%ld\n",(long)v17.m0.m0);
printf("%ld\n",(long)v17.m0.m1[0]);
printf("%ld\n",(long)v17.m0.m2);
printf("%ld\n",(long)v17.m0.bf);
printf("%ld\n",(long)v17.m1);
static struct R1 v18[1]={{{68},{{.m0=69},{70}}},[0]={{71}}};
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v18[0].m0)[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v18[0].m1[0])[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v18[0].m1[1])[i];printf("%u\n",h);}
union R0 v19={72};
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v19)[i];printf("%u\n",h);}
struct R4 v20[3]={{{73},{.bf={74},.bf=1}},{76}};
printf("%ld\n",(long)v20[0].m0);
printf("%ld\n",(long)v20[0].m1.m0);
printf("%ld\n",(long)v20[0].m1.m1[0]);
printf("%ld\n",(long)v20[0].m1.m2);
printf("%ld\n",(long)v20[0].m1.bf);
printf("%ld\n",(long)v20[1].m0);
printf("%ld\n",(long)v20[1].m1.m0);
printf("%ld\n",(long)v20[1].m1.m1[0]);
printf("%ld\n",(long)v20[1].m1.m2);
printf("%ld\n",(long)v20[1].m1.bf);
printf("%ld\n",(long)v20[2].m0);
printf("%ld\n",(long)v20[2].m1.m0);
printf("%ld\n",(long)v20[2].m1.m1[0]);
printf("%ld\n",(long)v20[2].m1.m2);
printf("%ld\n",(long)v20[2].m1.bf);
static struct R2 v21={77,78,79};
printf("%ld\n",(long)v21.m0);
printf("%ld\n",(long)v21.m1[0]);
printf("%ld\n",(long)v21.m2);
printf("%ld\n",(long)v21.bf);
static struct R1 v22[3]={80,81,82,83};
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v22[0].m0)[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v22[0].m1[0])[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v22[0].m1[1])[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v22[1].m0)[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v22[1].m1[0])[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v22[1].m1[1])[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v22[2].m0)[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v22[2].m1[0])[i];printf("%u\n",h);}
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v22[2].m1[1])[i];printf("%u\n",h);}
static union R0 v23={.m0=84};
{unsigned h=0;for(unsigned i=0;i<sizeof(union R0);i++)h=h*31+((unsigned char*)&v23)[i];printf("%u\n",h);}
static struct R4 v24={85,86,87,88};
printf("%ld\n",(long)v24.m0);
printf("%ld\n",(long)v24.m1.m0);
printf("%ld\n",(long)v24.m1.m1[0]);
printf("%ld\n",(long)v24.m1.m2);
printf("%ld\n",(long)v24.m1.bf);
return 0;}