/**
 * Topics of mails that a trader can stop. Other mails are needed: they concern access, money that has moved, or the trader's own question.
 */
export const mailTopics = ['tickets', 'withdrawals'] as const
export type MailTopic = (typeof mailTopics)[number]
