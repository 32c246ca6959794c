import type { AppContext } from './context.ts'
import { demoTraders } from './demo-data.ts'
import { demoCaseTrader } from './demo-deposits.ts'
import { seedDemoDocument } from './modules/documents/demo-documents.ts'
import { seedDemoTicket } from './modules/support/demo-tickets.ts'
import { seedDemoWithdrawal } from './modules/withdrawal/demo-withdrawal.ts'

/** Adds cases that wait for operators on a test site: a withdrawal, and documents and tickets of the demo traders. */
export async function seedDemoCases(context: AppContext): Promise<void> {
  const emails = demoTraders.map(({ email }) => email)
  const traders = await context.db
    .selectFrom('user_accounts')
    .select(['id', 'email', 'language'])
    .where('email', 'in', emails)
    .orderBy('id')
    .$narrowType<{ id: number; email: string; language: string }>()
    .execute()
  for (const [index, { id, email }] of traders.slice(0, 3).entries()) {
    const owner = { userId: id, name: documentNames[email] ?? 'SOMEBODY ELSE' }
    await seedDemoDocument(context, owner, 'passport', 9 - index * 3)
    if (index === 0) await seedDemoDocument(context, owner, 'card', 2)
  }
  for (const [index, { id, language }] of traders.slice(0, 4).entries())
    await seedDemoTicket(context, id, {
      ...(language === 'ru' ? russianTicket : (tickets[index % tickets.length] ?? russianTicket)),
      priority: index === 1 ? 2 : 1,
      hoursAgo: 30 - index * 9,
    })
  await seedDemoWithdrawal(context, demoCaseTrader)
}

/** Names as passports have them, in Latin letters. */
const documentNames: Readonly<Record<string, string>> = {
  'olivia@demo.example': 'OLIVIA BROWN',
  'lukas@demo.example': 'LUKAS WEBER',
  'ivan@demo.example': 'IVAN PETROV',
}

const tickets = [
  {
    subject: 'Deposit not credited',
    text: 'I paid 200 by card yesterday. The bank has taken it, but I do not see it.',
  },
  { subject: 'How long does a withdrawal take?', text: 'I asked for 150 this morning. When does it reach my bank?' },
  { subject: 'Bonus', text: 'What do I have to trade before I can withdraw the bonus?' },
]
const russianTicket = {
  subject: 'Не вижу пополнение',
  text: 'Вчера пополнил счёт картой, деньги списаны, но на балансе их нет.',
}
