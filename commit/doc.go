package commit
