int weak_one(void) { return 2; }
