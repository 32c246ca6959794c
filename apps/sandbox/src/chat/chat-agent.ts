import type { Conversation } from './chat-service.ts'

export type ChatLocale = 'en' | 'ru'

const phrases = {
  en: {
    hello: (name: string) => `Hello${name}, this is the practice agent. How can I help?`,
    balance: (balance: string, shown: string) =>
      `I see ${balance} on your account${balance === shown ? '' : `, while your page shows ${shown}`}.`,
    noAccount: 'I can see no account: log in, and I will know who you are.',
    noBalance: 'I cannot see your balance yet. Please ask again in a moment.',
    withdraw: 'Withdrawals go back to the method you paid with. Have your documents approved first and it is quicker.',
    documents: 'Documents are looked at within a working day. You will get a mail as soon as it is done.',
    other: 'Thank you, I have noted that. Is there anything else?',
  },
  ru: {
    hello: (name: string) => `Здравствуйте${name}! Это учебный консультант. Чем могу помочь?`,
    balance: (balance: string, shown: string) =>
      `На вашем счёте ${balance}${balance === shown ? '' : `, а на вашей странице видно ${shown}`}.`,
    noAccount: 'Я не вижу счёта: войдите, и я буду знать, кто вы.',
    noBalance: 'Я пока не вижу вашего баланса. Спросите ещё раз через минуту.',
    withdraw: 'Деньги выводятся тем же способом, каким вносились. С одобренными документами это быстрее.',
    documents: 'Документы проверяют в течение рабочего дня. После проверки вы получите письмо.',
    other: 'Спасибо, я это записал. Могу ли я помочь чем-то ещё?',
  },
} as const

/** What the agent answers; the first answer of a conversation greets. */
export function composeAgentReply(text: string, { locale, name, facts, messages }: Conversation): string {
  const phrasebook = phrases[locale]
  const question = text.toLowerCase()
  if (/balance|баланс|money|деньг/.test(question)) {
    if (facts === null) return name === null ? phrasebook.noAccount : phrasebook.noBalance
    const money = (amount: number) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: facts.currency }).format(amount)
    return phrasebook.balance(money(facts.balance), money(facts.shown_balance))
  }
  if (/withdraw|вывод|вывести/.test(question)) return phrasebook.withdraw
  if (/document|passport|документ|паспорт/.test(question)) return phrasebook.documents
  const isFirst = !messages.some(({ from }) => from === 'agent')
  return isFirst ? phrasebook.hello(name === null ? '' : `, ${name}`) : phrasebook.other
}
