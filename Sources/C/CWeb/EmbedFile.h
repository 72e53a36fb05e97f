// One row of the table in Files.c: the file that `FILE` names, as `NAME`. Included once for each file, so it has no
// guard.
{
  .name = NAME,
  .bytes = (const unsigned char[]){
#embed FILE
  },
  .length = sizeof((const unsigned char[]){
#embed FILE
  }),
},
#undef NAME
#undef FILE
