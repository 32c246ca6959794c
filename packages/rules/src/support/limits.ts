export const maxSubjectChars = 200
export const maxPostChars = 10_000
/** A post can have this many files. Their types and size are limited as those of documents. */
export const maxPostFiles = 5
/** After this many posts, a new ticket is needed. The database enforces it. */
export const maxPosts = 500
/** A trader can open this many tickets in 24 hours. */
export const maxTicketsPerDay = 20
export const maxPostsPerDay = 200
/** A ticket sends this many mails in 24 hours, so that two machines that answer each other stop. */
export const maxMailsPerDay = 20
