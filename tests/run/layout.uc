// Blanks matter only between words.
// output: 3 -1 2
// returns: 0
f(a,b){return a+b;}main(){var x,y;x=1;y=2;output f(x,y);output x-y;
	output
x
*
y
;	return(0);}
