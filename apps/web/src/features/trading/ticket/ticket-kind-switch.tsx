import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import Rows4 from 'lucide-react/icons/rows-4'

import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { updateWorkspace, useWorkspace } from '../workspace/workspace-store.ts'
import { ticketKinds } from '../workspace/workspace.ts'

const icons = { up_down: ArrowDownUp, ladder: Rows4 } as const

/**
 * Switch between both kinds of ticket.
 * @param props.isCompact icons only, for a phone
 */
export function TicketKindSwitch({ isCompact }: { readonly isCompact: boolean }) {
  const t = useTranslate()
  const { ticketKind } = useWorkspace()
  return (
    <SegmentedControl
      label={t('trading.ticket_kind')}
      isWide={!isCompact}
      value={ticketKind}
      onChange={(next) => updateWorkspace((before) => ({ ...before, ticketKind: next }))}
      options={ticketKinds.map((id) => {
        const Icon = icons[id]
        const name = t(`trading.ticket_${id}`)
        const icon = <Icon size={16} aria-hidden />
        return {
          id,
          name,
          label: isCompact ? (
            icon
          ) : (
            <span className="flex items-center gap-1.5">
              {icon} {name}
            </span>
          ),
        }
      })}
    />
  )
}
