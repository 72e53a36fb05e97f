// One row of the table in Pages.c: the file that `PAGE` names. Included once for each file, so it has no guard.
{
  .name = PAGE,
  .file = {
    .bytes = (const unsigned char[]){
#embed FILE
    },
    .length = sizeof((const unsigned char[]){
#embed FILE
    }),
  },
},
#undef PAGE
#undef FILE
