// Where members and bit-fields lie under packed, aligned and #pragma pack, in all mixtures, and what is written of them.
#include <stdio.h>
#include <string.h>
#include <stddef.h>
struct s0 { unsigned long f0; unsigned long f1; unsigned long b2 : 61; } ;
#pragma pack(8)
struct s1 { __int128 f0; long f1 __attribute__((packed)); unsigned long f2; } ;
#pragma pack()
union u2 { long b0 : 39; struct s1 f1; } __attribute__((packed));
#pragma pack(4)
struct s3 { short b0 : 11; union u2 f1; double f2[1]; unsigned long b3 : 12; long b4 : 54 __attribute__((aligned(8))); long f5; int f6[1] __attribute__((aligned(32))); } ;
#pragma pack()
#pragma pack(2)
struct s4 { unsigned f0; } __attribute__((packed,aligned(4)));
#pragma pack()
struct s5 { _Bool b0 : 1; struct s4 f1; long double f2[2] __attribute__((aligned(32))); long f3; } __attribute__((packed));
#pragma pack(8)
struct s6 { short b0 : 2; unsigned b1 : 18; char f2[4]; } __attribute__((aligned(16)));
#pragma pack()
#pragma pack(8)
struct s7 { long b0 : 14 __attribute__((aligned(8))); short f1; int f2; } __attribute__((aligned(16)));
#pragma pack()
#pragma pack(4)
union u8 { double f0; short f1; float f2[1] __attribute__((aligned(2))); } __attribute__((aligned(16)));
#pragma pack()
struct s9 { __int128 f0; unsigned char b1 : 6; struct s4 f2; } ;
#pragma pack(1)
struct s10 { long b0 : 20; float f1 __attribute__((aligned(32))); char* f2[4]; double f3 __attribute__((aligned(32))); } __attribute__((aligned(16)));
#pragma pack()
#pragma pack(8)
union u11 { unsigned short b0 : 2; struct s3 f1; long f2[1]; } __attribute__((aligned(16)));
#pragma pack()
struct s12 { float f0; } __attribute__((packed));
struct s13 { char f0[1]; struct s1 f1; int b2 : 9 __attribute__((aligned(8))); char f3[5]; } __attribute__((aligned(16)));
struct s14 { short b0 : 2; unsigned char f1 __attribute__((aligned(32))); unsigned b2 : 5; struct s5 f3; unsigned b4 : 28; long f5; unsigned long b6 : 49; } ;
struct s15 { long b0 : 17; _Bool b1 : 1; char* f2 __attribute__((aligned(32))); char* f3; char b4 : 8; unsigned char b5 : 2; unsigned f6[1]; } ;
#pragma pack(2)
struct s16 { struct s5 f0; } __attribute__((aligned(16)));
#pragma pack()
#pragma pack(8)
union u17 { long b0 : 33; long b1 : 11; short f2 __attribute__((packed)); double f3 __attribute__((aligned(32))); long b4 : 20; _Bool b5 : 1; } ;
#pragma pack()
struct s18 { unsigned b0 : 16; unsigned long b1 : 27; } __attribute__((packed));
struct s19 { long double f0; unsigned short f1; } ;
struct s20 { int f0; long b1 : 12; int b2 : 3; char f3; unsigned long b4 : 10; long f5; } __attribute__((packed,aligned(4)));
#pragma pack(2)
struct s21 { long double f0[3] __attribute__((aligned(2))); unsigned b1 : 8; int b2 : 12; unsigned b3 : 30; unsigned b4 : 27; int b5 : 12; } ;
#pragma pack()
#pragma pack(8)
struct s22 { unsigned char b0 : 6; unsigned char b1 : 2; unsigned short b2 : 14; short f3; } ;
#pragma pack()
struct s23 { long f0 __attribute__((packed)); int f1 __attribute__((aligned(2))); int f2[2] __attribute__((aligned(2))); char f3; unsigned long f4; unsigned short : 7; unsigned long f6; } ;
#pragma pack(4)
struct s24 { float f0[5]; unsigned char b1 : 8; unsigned : 9; char f3; } ;
#pragma pack()
#pragma pack(8)
struct s25 { unsigned b0 : 7; char* f1; unsigned char b2 : 7; unsigned long b3 : 52; int b4 : 24; long b5 : 29; unsigned b6 : 10; } __attribute__((packed,aligned(4)));
#pragma pack()
struct s26 { long : 0; long b1 : 61; } ;
#pragma pack(2)
union u27 { unsigned long b0 : 39; unsigned b1 : 23; float f2[1]; } __attribute__((packed,aligned(4)));
#pragma pack()
struct s28 { long double f0 __attribute__((aligned(2))); unsigned b1 : 3; } ;
struct s29 { unsigned b0 : 26; __int128 f1 __attribute__((aligned(32))); long b2 : 57; int b3 : 11; char* f4 __attribute__((packed)); } ;
#pragma pack(2)
struct s30 { __int128 f0; } __attribute__((packed,aligned(4)));
#pragma pack()
#pragma pack(8)
struct s31 { unsigned short b0 : 13; int b1 : 8; char b2 : 3; } ;
#pragma pack()
#pragma pack(8)
struct s32 { long double f0; char f1; unsigned char f2; unsigned char b3 : 8; unsigned char f4 __attribute__((aligned(2))); unsigned f5 __attribute__((packed)); unsigned char b6 : 5; } ;
#pragma pack()
#pragma pack(4)
struct s33 { unsigned char b0 : 6; struct s13 f1; char b2 : 6; } ;
#pragma pack()
struct s34 { _Bool b0 : 1 __attribute__((aligned(8))); unsigned long f1 __attribute__((packed)); union u2 f2; char b3 : 3; _Bool b4 : 1; } __attribute__((packed,aligned(4)));
#pragma pack(8)
struct s35 { long : 0; int b1 : 25; short b2 : 14; struct s34 f3; } ;
#pragma pack()
struct s36 { unsigned short : 1; struct s34 f1; char b2 : 1; unsigned b3 : 3; unsigned b4 : 4; int b5 : 16; unsigned f6[1]; } __attribute__((packed,aligned(2)));
#pragma pack(1)
struct s37 { _Bool b0 : 1; unsigned char b1 : 3; unsigned b2 : 29; _Bool b3 : 1; } __attribute__((packed,aligned(2)));
#pragma pack()
struct s38 { unsigned char : 0; __int128 f1[3] __attribute__((aligned(2))); long b2 : 51; } __attribute__((packed,aligned(2)));
#pragma pack(2)
struct s39 { int b0 : 27; } ;
#pragma pack()
int main(void){
printf("%d %d %d\n",0,(int)sizeof(struct s0),(int)_Alignof(struct s0));
printf("%d\n",(int)offsetof(struct s0,f0));
printf("%d\n",(int)offsetof(struct s0,f1));
{ struct s0 x; memset(&x,0,sizeof x); x.b2=-817000555970; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
printf("%d %d %d\n",1,(int)sizeof(struct s1),(int)_Alignof(struct s1));
printf("%d\n",(int)offsetof(struct s1,f0));
printf("%d\n",(int)offsetof(struct s1,f1));
printf("%d\n",(int)offsetof(struct s1,f2));
printf("%d %d %d\n",2,(int)sizeof(union u2),(int)_Alignof(union u2));
printf("%d\n",(int)offsetof(union u2,f1));
{ union u2 x; memset(&x,0,sizeof x); x.b0=-79095036268; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
printf("%d %d %d\n",3,(int)sizeof(struct s3),(int)_Alignof(struct s3));
printf("%d\n",(int)offsetof(struct s3,f1));
printf("%d\n",(int)offsetof(struct s3,f2));
printf("%d\n",(int)offsetof(struct s3,f5));
printf("%d\n",(int)offsetof(struct s3,f6));
{ struct s3 x; memset(&x,0,sizeof x); x.b0=-1068116833929; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s3 x; memset(&x,0,sizeof x); x.b3=-959772383571; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b3); }
{ struct s3 x; memset(&x,0,sizeof x); x.b4=695661988985; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b4); }
printf("%d %d %d\n",4,(int)sizeof(struct s4),(int)_Alignof(struct s4));
printf("%d\n",(int)offsetof(struct s4,f0));
printf("%d %d %d\n",5,(int)sizeof(struct s5),(int)_Alignof(struct s5));
printf("%d\n",(int)offsetof(struct s5,f1));
printf("%d\n",(int)offsetof(struct s5,f2));
printf("%d\n",(int)offsetof(struct s5,f3));
{ struct s5 x; memset(&x,0,sizeof x); x.b0=393197514855; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
printf("%d %d %d\n",6,(int)sizeof(struct s6),(int)_Alignof(struct s6));
printf("%d\n",(int)offsetof(struct s6,f2));
{ struct s6 x; memset(&x,0,sizeof x); x.b0=307525906151; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s6 x; memset(&x,0,sizeof x); x.b1=-286199633608; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
printf("%d %d %d\n",7,(int)sizeof(struct s7),(int)_Alignof(struct s7));
printf("%d\n",(int)offsetof(struct s7,f1));
printf("%d\n",(int)offsetof(struct s7,f2));
{ struct s7 x; memset(&x,255,sizeof x); x.b0=814661079988; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
printf("%d %d %d\n",8,(int)sizeof(union u8),(int)_Alignof(union u8));
printf("%d\n",(int)offsetof(union u8,f0));
printf("%d\n",(int)offsetof(union u8,f1));
printf("%d\n",(int)offsetof(union u8,f2));
printf("%d %d %d\n",9,(int)sizeof(struct s9),(int)_Alignof(struct s9));
printf("%d\n",(int)offsetof(struct s9,f0));
printf("%d\n",(int)offsetof(struct s9,f2));
{ struct s9 x; memset(&x,255,sizeof x); x.b1=422902755640; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
printf("%d %d %d\n",10,(int)sizeof(struct s10),(int)_Alignof(struct s10));
printf("%d\n",(int)offsetof(struct s10,f1));
printf("%d\n",(int)offsetof(struct s10,f2));
printf("%d\n",(int)offsetof(struct s10,f3));
{ struct s10 x; memset(&x,0,sizeof x); x.b0=401767823946; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
printf("%d %d %d\n",11,(int)sizeof(union u11),(int)_Alignof(union u11));
printf("%d\n",(int)offsetof(union u11,f1));
printf("%d\n",(int)offsetof(union u11,f2));
{ union u11 x; memset(&x,255,sizeof x); x.b0=-50251598094; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
printf("%d %d %d\n",12,(int)sizeof(struct s12),(int)_Alignof(struct s12));
printf("%d\n",(int)offsetof(struct s12,f0));
printf("%d %d %d\n",13,(int)sizeof(struct s13),(int)_Alignof(struct s13));
printf("%d\n",(int)offsetof(struct s13,f0));
printf("%d\n",(int)offsetof(struct s13,f1));
printf("%d\n",(int)offsetof(struct s13,f3));
{ struct s13 x; memset(&x,0,sizeof x); x.b2=-874356625895; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
printf("%d %d %d\n",14,(int)sizeof(struct s14),(int)_Alignof(struct s14));
printf("%d\n",(int)offsetof(struct s14,f1));
printf("%d\n",(int)offsetof(struct s14,f3));
printf("%d\n",(int)offsetof(struct s14,f5));
{ struct s14 x; memset(&x,255,sizeof x); x.b0=537098823425; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s14 x; memset(&x,0,sizeof x); x.b2=286486690989; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
{ struct s14 x; memset(&x,0,sizeof x); x.b4=925214523002; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b4); }
{ struct s14 x; memset(&x,255,sizeof x); x.b6=-140681296006; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b6); }
printf("%d %d %d\n",15,(int)sizeof(struct s15),(int)_Alignof(struct s15));
printf("%d\n",(int)offsetof(struct s15,f2));
printf("%d\n",(int)offsetof(struct s15,f3));
printf("%d\n",(int)offsetof(struct s15,f6));
{ struct s15 x; memset(&x,255,sizeof x); x.b0=1020800058958; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s15 x; memset(&x,255,sizeof x); x.b1=154414430843; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
{ struct s15 x; memset(&x,255,sizeof x); x.b4=-940216508396; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b4); }
{ struct s15 x; memset(&x,0,sizeof x); x.b5=-48468027642; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b5); }
printf("%d %d %d\n",16,(int)sizeof(struct s16),(int)_Alignof(struct s16));
printf("%d\n",(int)offsetof(struct s16,f0));
printf("%d %d %d\n",17,(int)sizeof(union u17),(int)_Alignof(union u17));
printf("%d\n",(int)offsetof(union u17,f2));
printf("%d\n",(int)offsetof(union u17,f3));
{ union u17 x; memset(&x,0,sizeof x); x.b0=73599782720; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ union u17 x; memset(&x,0,sizeof x); x.b1=285682405194; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
{ union u17 x; memset(&x,255,sizeof x); x.b4=200916573936; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b4); }
{ union u17 x; memset(&x,0,sizeof x); x.b5=250042709000; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b5); }
printf("%d %d %d\n",18,(int)sizeof(struct s18),(int)_Alignof(struct s18));
{ struct s18 x; memset(&x,0,sizeof x); x.b0=-976859725923; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s18 x; memset(&x,255,sizeof x); x.b1=661199715233; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
printf("%d %d %d\n",19,(int)sizeof(struct s19),(int)_Alignof(struct s19));
printf("%d\n",(int)offsetof(struct s19,f0));
printf("%d\n",(int)offsetof(struct s19,f1));
printf("%d %d %d\n",20,(int)sizeof(struct s20),(int)_Alignof(struct s20));
printf("%d\n",(int)offsetof(struct s20,f0));
printf("%d\n",(int)offsetof(struct s20,f3));
printf("%d\n",(int)offsetof(struct s20,f5));
{ struct s20 x; memset(&x,255,sizeof x); x.b1=-763324088117; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
{ struct s20 x; memset(&x,0,sizeof x); x.b2=-603732552291; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
{ struct s20 x; memset(&x,0,sizeof x); x.b4=3903103079; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b4); }
printf("%d %d %d\n",21,(int)sizeof(struct s21),(int)_Alignof(struct s21));
printf("%d\n",(int)offsetof(struct s21,f0));
{ struct s21 x; memset(&x,0,sizeof x); x.b1=625946981999; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
{ struct s21 x; memset(&x,0,sizeof x); x.b2=69148349172; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
{ struct s21 x; memset(&x,0,sizeof x); x.b3=-865936790562; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b3); }
{ struct s21 x; memset(&x,255,sizeof x); x.b4=1005203211877; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b4); }
{ struct s21 x; memset(&x,255,sizeof x); x.b5=-11719814420; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b5); }
printf("%d %d %d\n",22,(int)sizeof(struct s22),(int)_Alignof(struct s22));
printf("%d\n",(int)offsetof(struct s22,f3));
{ struct s22 x; memset(&x,255,sizeof x); x.b0=-245679878981; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s22 x; memset(&x,255,sizeof x); x.b1=-349921288292; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
{ struct s22 x; memset(&x,0,sizeof x); x.b2=-213980042957; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
printf("%d %d %d\n",23,(int)sizeof(struct s23),(int)_Alignof(struct s23));
printf("%d\n",(int)offsetof(struct s23,f0));
printf("%d\n",(int)offsetof(struct s23,f1));
printf("%d\n",(int)offsetof(struct s23,f2));
printf("%d\n",(int)offsetof(struct s23,f3));
printf("%d\n",(int)offsetof(struct s23,f4));
printf("%d\n",(int)offsetof(struct s23,f6));
printf("%d %d %d\n",24,(int)sizeof(struct s24),(int)_Alignof(struct s24));
printf("%d\n",(int)offsetof(struct s24,f0));
printf("%d\n",(int)offsetof(struct s24,f3));
{ struct s24 x; memset(&x,0,sizeof x); x.b1=-194103830066; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
printf("%d %d %d\n",25,(int)sizeof(struct s25),(int)_Alignof(struct s25));
printf("%d\n",(int)offsetof(struct s25,f1));
{ struct s25 x; memset(&x,0,sizeof x); x.b0=-179705327610; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s25 x; memset(&x,0,sizeof x); x.b2=-489508234692; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
{ struct s25 x; memset(&x,0,sizeof x); x.b3=-358162986263; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b3); }
{ struct s25 x; memset(&x,0,sizeof x); x.b4=-285657093116; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b4); }
{ struct s25 x; memset(&x,0,sizeof x); x.b5=-1001407756220; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b5); }
{ struct s25 x; memset(&x,0,sizeof x); x.b6=298276987637; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b6); }
printf("%d %d %d\n",26,(int)sizeof(struct s26),(int)_Alignof(struct s26));
{ struct s26 x; memset(&x,0,sizeof x); x.b1=421405653175; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
printf("%d %d %d\n",27,(int)sizeof(union u27),(int)_Alignof(union u27));
printf("%d\n",(int)offsetof(union u27,f2));
{ union u27 x; memset(&x,255,sizeof x); x.b0=-352105392928; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ union u27 x; memset(&x,0,sizeof x); x.b1=1018064470698; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
printf("%d %d %d\n",28,(int)sizeof(struct s28),(int)_Alignof(struct s28));
printf("%d\n",(int)offsetof(struct s28,f0));
{ struct s28 x; memset(&x,0,sizeof x); x.b1=-715565794364; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
printf("%d %d %d\n",29,(int)sizeof(struct s29),(int)_Alignof(struct s29));
printf("%d\n",(int)offsetof(struct s29,f1));
printf("%d\n",(int)offsetof(struct s29,f4));
{ struct s29 x; memset(&x,0,sizeof x); x.b0=-425018223094; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s29 x; memset(&x,255,sizeof x); x.b2=-693779261380; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
{ struct s29 x; memset(&x,0,sizeof x); x.b3=305359665325; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b3); }
printf("%d %d %d\n",30,(int)sizeof(struct s30),(int)_Alignof(struct s30));
printf("%d\n",(int)offsetof(struct s30,f0));
printf("%d %d %d\n",31,(int)sizeof(struct s31),(int)_Alignof(struct s31));
{ struct s31 x; memset(&x,0,sizeof x); x.b0=-89712809147; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s31 x; memset(&x,0,sizeof x); x.b1=-180529291950; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
{ struct s31 x; memset(&x,255,sizeof x); x.b2=745243683858; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
printf("%d %d %d\n",32,(int)sizeof(struct s32),(int)_Alignof(struct s32));
printf("%d\n",(int)offsetof(struct s32,f0));
printf("%d\n",(int)offsetof(struct s32,f1));
printf("%d\n",(int)offsetof(struct s32,f2));
printf("%d\n",(int)offsetof(struct s32,f4));
printf("%d\n",(int)offsetof(struct s32,f5));
{ struct s32 x; memset(&x,0,sizeof x); x.b3=570435229305; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b3); }
{ struct s32 x; memset(&x,0,sizeof x); x.b6=940630286092; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b6); }
printf("%d %d %d\n",33,(int)sizeof(struct s33),(int)_Alignof(struct s33));
printf("%d\n",(int)offsetof(struct s33,f1));
{ struct s33 x; memset(&x,0,sizeof x); x.b0=-140656138421; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s33 x; memset(&x,255,sizeof x); x.b2=-189275199214; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
printf("%d %d %d\n",34,(int)sizeof(struct s34),(int)_Alignof(struct s34));
printf("%d\n",(int)offsetof(struct s34,f1));
printf("%d\n",(int)offsetof(struct s34,f2));
{ struct s34 x; memset(&x,0,sizeof x); x.b0=1062042261386; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s34 x; memset(&x,0,sizeof x); x.b3=416773425042; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b3); }
{ struct s34 x; memset(&x,255,sizeof x); x.b4=-233035953027; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b4); }
printf("%d %d %d\n",35,(int)sizeof(struct s35),(int)_Alignof(struct s35));
printf("%d\n",(int)offsetof(struct s35,f3));
{ struct s35 x; memset(&x,0,sizeof x); x.b1=481992454526; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
{ struct s35 x; memset(&x,0,sizeof x); x.b2=-969437740610; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
printf("%d %d %d\n",36,(int)sizeof(struct s36),(int)_Alignof(struct s36));
printf("%d\n",(int)offsetof(struct s36,f1));
printf("%d\n",(int)offsetof(struct s36,f6));
{ struct s36 x; memset(&x,255,sizeof x); x.b2=-370762079269; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
{ struct s36 x; memset(&x,255,sizeof x); x.b3=716355478443; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b3); }
{ struct s36 x; memset(&x,0,sizeof x); x.b4=129423356208; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b4); }
{ struct s36 x; memset(&x,0,sizeof x); x.b5=-901218408213; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b5); }
printf("%d %d %d\n",37,(int)sizeof(struct s37),(int)_Alignof(struct s37));
{ struct s37 x; memset(&x,0,sizeof x); x.b0=1036856114315; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
{ struct s37 x; memset(&x,255,sizeof x); x.b1=918382552994; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b1); }
{ struct s37 x; memset(&x,0,sizeof x); x.b2=101414758938; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
{ struct s37 x; memset(&x,0,sizeof x); x.b3=1044175496266; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b3); }
printf("%d %d %d\n",38,(int)sizeof(struct s38),(int)_Alignof(struct s38));
printf("%d\n",(int)offsetof(struct s38,f1));
{ struct s38 x; memset(&x,0,sizeof x); x.b2=296111382599; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b2); }
printf("%d %d %d\n",39,(int)sizeof(struct s39),(int)_Alignof(struct s39));
{ struct s39 x; memset(&x,255,sizeof x); x.b0=-219228924086; unsigned h=7; for(unsigned i=0;i<sizeof x;i++)h=h*31+((unsigned char*)&x)[i]; printf("%u %d\n",h,(int)x.b0); }
return 0;}
