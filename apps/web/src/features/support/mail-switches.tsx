import { useQuery } from '@tanstack/react-query'
import { mailCalls } from '@tradefront/contract/mail'

import { callQuery } from '../../platform/api/call-query.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'

const labels = { tickets: 'support.mails', withdrawals: 'support.mails_withdrawals' } as const

/** Switches of the mails that a trader can stop. */
export function MailSwitches() {
  const t = useTranslate()
  const { data } = useQuery(callQuery(mailCalls.listMailTopics, {}))
  const { mutate, isPending, variables } = useCallMutation(mailCalls.switchMailTopic, {
    invalidates: [mailCalls.listMailTopics],
  })
  if (data === undefined) return null
  return (
    <div className="flex flex-col">
      {data.topics.map(({ topic, isOn }) => (
        <Checkbox
          key={topic}
          isSelected={isPending && variables.body.topic === topic ? variables.body.on : isOn}
          onChange={(on) => mutate({ body: { topic, on } })}
        >
          {t(labels[topic])}
        </Checkbox>
      ))}
    </div>
  )
}
