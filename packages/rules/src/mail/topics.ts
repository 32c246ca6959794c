/** Mails that a trader can stop. Others are needed: they concern access, money that has moved, or a question of the trader's own. */
export const mailTopics = ['tickets', 'withdrawals'] as const
export type MailTopic = (typeof mailTopics)[number]
