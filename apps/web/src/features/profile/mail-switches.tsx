import { useQuery } from '@tanstack/react-query'
import { mailCalls } from '@tradefront/contract/mail'
import type { MailTopic } from '@tradefront/rules/mail/topics'
import CircleHelp from 'lucide-react/icons/circle-help'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'

import { callQuery } from '../../platform/api/call-query.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { SettingsGroup, SettingsSkeleton, SwitchRow } from '../../ui/layout/settings-list.tsx'

const labels = { tickets: 'profile.mails_tickets', withdrawals: 'profile.mails_withdrawals' } as const
const icons = { tickets: CircleHelp, withdrawals: ArrowUpFromLine } as const

const topicsQuery = callQuery(mailCalls.listMailTopics, {})

/** A choice is shown before it is saved. */
function useMailSwitch() {
  const { mutate, isPending, variables } = useCallMutation(mailCalls.switchMailTopic, {
    invalidates: [mailCalls.listMailTopics],
  })
  return {
    isShownOn: (topic: MailTopic, isOn: boolean): boolean =>
      isPending && variables.body.topic === topic ? variables.body.on : isOn,
    switchTopic: (topic: MailTopic, on: boolean): void => mutate({ body: { topic, on } }),
  }
}

/** The mails that a trader can stop. */
export function MailSwitches() {
  const t = useTranslate()
  const { data } = useQuery(topicsQuery)
  const { isShownOn, switchTopic } = useMailSwitch()
  if (data === undefined) return null
  return (
    <div className="flex flex-col">
      {data.topics.map(({ topic, isOn }) => (
        <Checkbox key={topic} isSelected={isShownOn(topic, isOn)} onChange={(on) => switchTopic(topic, on)}>
          {t(labels[topic])}
        </Checkbox>
      ))}
    </div>
  )
}

/** The same as lines of the trader's settings. */
export function MailSettings() {
  const t = useTranslate()
  const { isShownOn, switchTopic } = useMailSwitch()
  return (
    <SettingsGroup id="mails" title={t('profile.mails')} lead={t('profile.mails_lead')}>
      <QueryView query={useQuery(topicsQuery)} name={t('profile.mails')} skeleton={<SettingsSkeleton count={2} />}>
        {({ topics }) => (
          <div className="divide-y divide-line">
            {topics.map(({ topic, isOn }) => {
              const Icon = icons[topic]
              return (
                <SwitchRow
                  key={topic}
                  icon={<Icon size={20} />}
                  name={t(labels[topic])}
                  isOn={isShownOn(topic, isOn)}
                  onChange={(on) => switchTopic(topic, on)}
                />
              )
            })}
          </div>
        )}
      </QueryView>
    </SettingsGroup>
  )
}
