import Commands

Peach.main()
