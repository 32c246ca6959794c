import ChevronDown from 'lucide-react/icons/chevron-down'

import { useTranslate } from '../../platform/i18n/i18n.ts'
import { TriggerButton } from '../../ui/buttons/trigger-button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import type { TicketPriority } from './api.ts'

/** Choice of how soon an answer is needed, with what each choice means in hours. */
export function UrgencyMenu(props: {
  readonly priorities: readonly TicketPriority[]
  readonly chosen: TicketPriority
  readonly onChoose: (priority: TicketPriority) => void
}) {
  const t = useTranslate()
  const { priorities, chosen, onChoose } = props
  return (
    <Menu
      label={t('support.priority')}
      placement="bottom start"
      trigger={
        <TriggerButton tone="plain" size="sm" className="-ms-3">
          {t('support.urgency', { title: chosen.title })}
          <ChevronDown size={14} aria-hidden />
        </TriggerButton>
      }
      groups={[
        {
          id: 'priority',
          entries: priorities.map((priority) => ({
            id: String(priority.id),
            label: t('support.urgency_choice', { title: priority.title, hours: priority.answer_hours }),
            isChosen: priority.id === chosen.id,
            onAction: () => onChoose(priority),
          })),
        },
      ]}
    />
  )
}
