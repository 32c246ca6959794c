import type { SearchResult, TraderEventKind } from '@tradefront/contract/desk-traders'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import ChartCandlestick from 'lucide-react/icons/chart-candlestick'
import FileText from 'lucide-react/icons/file-text'
import Gift from 'lucide-react/icons/gift'
import KeyRound from 'lucide-react/icons/key-round'
import type { LucideIcon } from 'lucide-react'
import MessageCircle from 'lucide-react/icons/message-circle'
import Scale from 'lucide-react/icons/scale'
import Shield from 'lucide-react/icons/shield'
import User from 'lucide-react/icons/user'

const icons: Readonly<Record<TraderEventKind | SearchResult['kind'], LucideIcon>> = {
  trader: User,
  deposit: ArrowDownToLine,
  withdrawal: ArrowUpFromLine,
  bonus: Gift,
  correction: Scale,
  trades: ChartCandlestick,
  document: FileText,
  ticket: MessageCircle,
  access: KeyRound,
  act: Shield,
}

/** Icon in a circle. The text beside it says what it is. */
export function EventIcon({ kind }: { readonly kind: keyof typeof icons }) {
  const Icon = icons[kind]
  return (
    <span className="flex size-8 shrink-0 items-center justify-center rounded-full bg-raised text-muted">
      <Icon size={16} aria-hidden />
    </span>
  )
}
