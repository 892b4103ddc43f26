"""The same questions and answers in Slack, on the same workflow as the chat in the browser."""
