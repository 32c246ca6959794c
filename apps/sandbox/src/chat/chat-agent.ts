import type { TextKey } from '@tradefront/texts/keys'
import { locales } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

import type { Conversation } from './chat-service.ts'

/** Composes a reply. The first one to an unknown question is a greeting. */
export function composeAgentReply(message: string, { locale, name, facts, messages }: Conversation): string {
  const question = message.toLowerCase()
  if (includesWord(question, 'sandbox.words_balance')) {
    if (facts === null)
      return translate(locale, name === null ? 'sandbox.agent_no_account' : 'sandbox.agent_no_balance')
    const format = (amount: number) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: facts.currency }).format(amount)
    const [balance, shown] = [format(facts.balance), format(facts.shown_balance)]
    return balance === shown
      ? translate(locale, 'sandbox.agent_balance', { balance })
      : translate(locale, 'sandbox.agent_balance_differs', { balance, shown })
  }
  if (includesWord(question, 'sandbox.words_withdraw')) return translate(locale, 'sandbox.agent_withdraw')
  if (includesWord(question, 'sandbox.words_documents')) return translate(locale, 'sandbox.agent_documents')
  if (messages.some(({ from }) => from === 'agent')) return translate(locale, 'sandbox.agent_other')
  return name === null
    ? translate(locale, 'sandbox.agent_hello')
    : translate(locale, 'sandbox.agent_hello_name', { name })
}

/** Returns whether the question contains the word in any language. */
function includesWord(question: string, key: TextKey): boolean {
  return locales.some((locale) =>
    translate(locale, key)
      .split(', ')
      .some((word) => question.includes(word)),
  )
}
