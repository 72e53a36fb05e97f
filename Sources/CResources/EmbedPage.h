// One row of the table in CResourcesPages.c: the file that `PAGE` names. Included once for each file, so it has no guard.
{
  .name = PAGE,
  .file = {
    .bytes = (const unsigned char[]){
#embed PAGE
    },
    .length = sizeof((const unsigned char[]){
#embed PAGE
    }),
  },
},
#undef PAGE
