export const maxSubjectChars = 200
export const maxPostChars = 10_000
/** Files of one post. The types and the size are those of documents. */
export const maxPostFiles = 5
/** Then a new ticket is needed. The database enforces it. */
export const maxPosts = 500
/** Limits for one trader in 24 hours. */
export const maxTicketsPerDay = 20
export const maxPostsPerDay = 200
/** Mails of one ticket in 24 hours, so that two machines that answer each other stop. */
export const maxMailsPerDay = 20
