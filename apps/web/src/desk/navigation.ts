import { bankReaders } from '@tradefront/contract/desk-bank'
import { prizeReaders, rateReaders } from '@tradefront/contract/desk-decisions'
import { depositReaders } from '@tradefront/contract/desk-money'
import { figureReaders } from '@tradefront/contract/desk-figures'
import { processorReaders, providerReaders } from '@tradefront/contract/desk-processors'
import { statementReaders } from '@tradefront/contract/desk-reconcile'
import { mailReaders } from '@tradefront/contract/desk-mails'
import { contentReaders, marketingReaders } from '@tradefront/contract/desk-marketing'
import { tradeReaders } from '@tradefront/contract/desk-trades'
import { tradingReaders } from '@tradefront/contract/desk-trading'
import { withdrawalReaders } from '@tradefront/contract/desk-traders'
import { documentReaders, templateEditors, ticketReaders } from '@tradefront/contract/desk-support'
import { type OperatorRole, operatorRoles } from '@tradefront/contract/operator-actions'
import type { TextKey } from '@tradefront/texts/keys'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import { auditReaders } from '@tradefront/contract/desk-control'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import IdCard from 'lucide-react/icons/id-card'
import MessagesSquare from 'lucide-react/icons/messages-square'
import NotebookText from 'lucide-react/icons/notebook-text'
import CandlestickChart from 'lucide-react/icons/chart-candlestick'
import PenLine from 'lucide-react/icons/pen-line'
import TicketPercent from 'lucide-react/icons/ticket-percent'
import Handshake from 'lucide-react/icons/handshake'
import FileText from 'lucide-react/icons/file-text'
import Mail from 'lucide-react/icons/mail'
import Newspaper from 'lucide-react/icons/newspaper'
import Trophy from 'lucide-react/icons/trophy'
import DatabaseBackup from 'lucide-react/icons/database-backup'
import Inbox from 'lucide-react/icons/inbox'
import Undo2 from 'lucide-react/icons/undo-2'
import ChartLine from 'lucide-react/icons/chart-line'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import Gift from 'lucide-react/icons/gift'
import Route from 'lucide-react/icons/route'
import Plug from 'lucide-react/icons/plug'
import CreditCard from 'lucide-react/icons/credit-card'
import Landmark from 'lucide-react/icons/landmark'
import Scale from 'lucide-react/icons/scale'
import ChartColumn from 'lucide-react/icons/chart-column'
import ScrollText from 'lucide-react/icons/scroll-text'
import Settings from 'lucide-react/icons/settings'
import Users from 'lucide-react/icons/users'
import type { ComponentType } from 'react'

export const screenGroups = ['cases', 'business', 'marketing', 'control'] as const

export type DeskScreen = {
  readonly to: string
  readonly text: TextKey
  readonly icon: ComponentType<{ readonly size: number; readonly 'aria-hidden': true }>
  readonly group: (typeof screenGroups)[number]
  /** Roles that see the screen. Its calls refuse all others. */
  readonly roles: readonly OperatorRole[]
}

/** The screens of the desk, in the order of its menu. */
export const deskScreens: readonly DeskScreen[] = [
  { to: '/queue', text: 'desk_queue.title', icon: Inbox, group: 'cases', roles: operatorRoles },
  { to: '/withdrawals', text: 'desk.withdrawals', icon: ArrowUpFromLine, group: 'cases', roles: withdrawalReaders },
  { to: '/deposits', text: 'desk_money.deposits', icon: ArrowDownToLine, group: 'cases', roles: depositReaders },
  { to: '/bank', text: 'desk_reconcile.bank', icon: Landmark, group: 'cases', roles: bankReaders },
  { to: '/chargebacks', text: 'desk_money.chargebacks', icon: Undo2, group: 'cases', roles: depositReaders },
  { to: '/documents', text: 'desk_support.documents', icon: IdCard, group: 'cases', roles: documentReaders },
  { to: '/tickets', text: 'desk_support.tickets', icon: MessagesSquare, group: 'cases', roles: ticketReaders },
  { to: '/prizes', text: 'desk_decisions.prizes', icon: Gift, group: 'cases', roles: prizeReaders },
  { to: '/approvals', text: 'desk.approvals', icon: PenLine, group: 'cases', roles: operatorRoles },
  { to: '/figures', text: 'figures.title', icon: ChartColumn, group: 'business', roles: figureReaders },
  { to: '/days', text: 'desk_reconcile.title', icon: Scale, group: 'business', roles: statementReaders },
  { to: '/templates', text: 'desk_support.templates', icon: NotebookText, group: 'business', roles: templateEditors },
  {
    to: '/processors',
    text: 'desk_reconcile.processors',
    icon: CreditCard,
    group: 'business',
    roles: processorReaders,
  },
  { to: '/providers', text: 'desk_reconcile.connections', icon: Plug, group: 'business', roles: providerReaders },
  { to: '/cascade', text: 'desk_cascade.title', icon: Route, group: 'business', roles: processorReaders },
  { to: '/rates', text: 'desk_decisions.rates', icon: ArrowLeftRight, group: 'business', roles: rateReaders },
  { to: '/symbols', text: 'desk_trading.title', icon: CandlestickChart, group: 'business', roles: tradingReaders },
  { to: '/trades', text: 'desk_decisions.trades', icon: ChartLine, group: 'business', roles: tradeReaders },
  { to: '/promos', text: 'desk_marketing.promo', icon: TicketPercent, group: 'marketing', roles: marketingReaders },
  {
    to: '/affiliates',
    text: 'desk_marketing.affiliates',
    icon: Handshake,
    group: 'marketing',
    roles: marketingReaders,
  },
  { to: '/tournaments', text: 'desk_marketing.tournaments', icon: Trophy, group: 'marketing', roles: marketingReaders },
  { to: '/pages', text: 'desk_marketing.pages', icon: FileText, group: 'marketing', roles: contentReaders },
  { to: '/mails', text: 'desk_mails.title', icon: Mail, group: 'marketing', roles: mailReaders },
  { to: '/headlines', text: 'desk_marketing.news', icon: Newspaper, group: 'marketing', roles: contentReaders },
  { to: '/operators', text: 'desk_control.operators', icon: Users, group: 'control', roles: operatorRoles },
  { to: '/settings', text: 'desk_control.settings', icon: Settings, group: 'control', roles: operatorRoles },
  { to: '/quarantines', text: 'desk_recovery.title', icon: DatabaseBackup, group: 'control', roles: operatorRoles },
  { to: '/audit', text: 'desk_control.audit', icon: ScrollText, group: 'control', roles: auditReaders },
]

/** Returns whether one of the operator's roles is among `wanted`. */
export function hasRole(roles: readonly OperatorRole[], wanted: readonly OperatorRole[]): boolean {
  return roles.some((role) => wanted.includes(role))
}
