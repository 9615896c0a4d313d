int limit = 2;
