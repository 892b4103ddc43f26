"""Which source lines prove each row of an answer: the statement is read, and companion statements fetch them."""
