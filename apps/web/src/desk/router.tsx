import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { confirmedStates } from '@tradefront/contract/desk'
import { bankQueues } from '@tradefront/contract/desk-bank'
import { auditFilter, type AuditFilter } from '@tradefront/contract/desk-control'
import { chargebackStates, depositQueues } from '@tradefront/contract/desk-money'
import { queueFilters } from '@tradefront/contract/desk-queue'
import { traderEventKinds } from '@tradefront/contract/desk-traders'
import { documentKinds } from '@tradefront/rules/documents/document-kinds'
import { ticketStatuses } from '@tradefront/rules/support/ticket-status'
import * as z from 'zod/mini'

import { FirstScreen } from './first-screen.tsx'
import { DeskShell } from './desk-shell.tsx'
import { InvitationScreen } from './invitation-screen.tsx'
import { readTradeFilter } from './trades/trade-search.ts'

// Each screen is a file of its own, which is loaded when it is first opened.
const AccountScreen = lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen')
const ApprovalsScreen = lazyRouteComponent(() => import('./approvals-screen.tsx'), 'ApprovalsScreen')
const AuditScreen = lazyRouteComponent(() => import('./control/audit-screen.tsx'), 'AuditScreen')
const OperatorsScreen = lazyRouteComponent(() => import('./control/operators-screen.tsx'), 'OperatorsScreen')
const SettingsScreen = lazyRouteComponent(() => import('./control/settings-screen.tsx'), 'SettingsScreen')
const ChargebacksScreen = lazyRouteComponent(() => import('./money/chargebacks-screen.tsx'), 'ChargebacksScreen')
const DepositsScreen = lazyRouteComponent(() => import('./money/deposits-screen.tsx'), 'DepositsScreen')
const FiguresScreen = lazyRouteComponent(() => import('./figures/figures-screen.tsx'), 'FiguresScreen')
const DocumentsScreen = lazyRouteComponent(() => import('./documents/documents-screen.tsx'), 'DocumentsScreen')
const QueueScreen = lazyRouteComponent(() => import('./queue/queue-screen.tsx'), 'QueueScreen')
const TemplatesScreen = lazyRouteComponent(() => import('./tickets/templates-screen.tsx'), 'TemplatesScreen')
const TicketsScreen = lazyRouteComponent(() => import('./tickets/tickets-screen.tsx'), 'TicketsScreen')
const TradingScreen = lazyRouteComponent(() => import('./trading/trading-screen.tsx'), 'TradingScreen')
const TraderScreen = lazyRouteComponent(() => import('./traders/trader-screen.tsx'), 'TraderScreen')
const WithdrawalsScreen = lazyRouteComponent(() => import('./withdrawals/withdrawals-screen.tsx'), 'WithdrawalsScreen')
const AffiliatesScreen = lazyRouteComponent(() => import('./marketing/affiliates-screen.tsx'), 'AffiliatesScreen')
const PromoScreen = lazyRouteComponent(() => import('./marketing/promo-screen.tsx'), 'PromoScreen')
const TournamentsScreen = lazyRouteComponent(() => import('./marketing/tournaments-screen.tsx'), 'TournamentsScreen')
const HeadlinesScreen = lazyRouteComponent(() => import('./marketing/headlines-screen.tsx'), 'HeadlinesScreen')
const MailsScreen = lazyRouteComponent(() => import('./mails/mails-screen.tsx'), 'MailsScreen')
const PagesScreen = lazyRouteComponent(() => import('./marketing/pages-screen.tsx'), 'PagesScreen')
const ProcessorsScreen = lazyRouteComponent(() => import('./processors/processors-screen.tsx'), 'ProcessorsScreen')
const ProvidersScreen = lazyRouteComponent(() => import('./processors/providers-screen.tsx'), 'ProvidersScreen')
const PrizesScreen = lazyRouteComponent(() => import('./decisions/prizes-screen.tsx'), 'PrizesScreen')
const RecoveryScreen = lazyRouteComponent(() => import('./recovery/recovery-screen.tsx'), 'RecoveryScreen')
const RatesScreen = lazyRouteComponent(() => import('./decisions/rates-screen.tsx'), 'RatesScreen')
const TradesScreen = lazyRouteComponent(() => import('./trades/trades-screen.tsx'), 'TradesScreen')
const CascadeScreen = lazyRouteComponent(() => import('./cascade/cascade-screen.tsx'), 'CascadeScreen')
const BankScreen = lazyRouteComponent(() => import('./bank/bank-screen.tsx'), 'BankScreen')
const DaysScreen = lazyRouteComponent(() => import('./reconcile/days-screen.tsx'), 'DaysScreen')

/** Reads a filter from the address. What is unknown is left out. */
function readChoice<Name extends string, Value extends string>(name: Name, values: readonly Value[]) {
  return (search: Readonly<Record<string, unknown>>): { readonly [Each in Name]?: Value } => {
    const known = values.find((each) => each === search[name])
    return (known === undefined ? {} : { [name]: known }) as { readonly [Each in Name]?: Value }
  }
}

/** Reads the words that a list is searched for. The router reads a number as such. */
function readWords({ find }: Readonly<Record<string, unknown>>): { readonly find?: string } {
  return typeof find === 'string' || typeof find === 'number' ? { find: String(find) } : {}
}

const readWithdrawalState = readChoice('state', ['all', ...confirmedStates])
const readDepositQueue = readChoice('queue', depositQueues)
const readChargebackState = readChoice('state', chargebackStates)
const readTicketStatus = readChoice('status', ['all', ...ticketStatuses])

const root = createRootRoute()
const invitation = createRoute({
  getParentRoute: () => root,
  path: 'invitation/$secret',
  component: () => <InvitationScreen secret={invitation.useParams().secret} />,
})
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: DeskShell })
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: FirstScreen,
})
const queue = createRoute({
  getParentRoute: () => shell,
  path: 'queue',
  validateSearch: readChoice('show', queueFilters),
  component: () => <QueueScreen filter={queue.useSearch().show} />,
})
const withdrawals = createRoute({
  getParentRoute: () => shell,
  path: 'withdrawals',
  validateSearch: readWithdrawalState,
  component: () => <WithdrawalsScreen openId={null} state={withdrawals.useSearch().state} />,
})
const withdrawal = createRoute({
  getParentRoute: () => shell,
  path: 'withdrawals/$id',
  validateSearch: readWithdrawalState,
  component: () => <WithdrawalsScreen openId={withdrawal.useParams().id} state={withdrawal.useSearch().state} />,
})
const deposits = createRoute({
  getParentRoute: () => shell,
  path: 'deposits',
  validateSearch: readDepositQueue,
  component: () => <DepositsScreen openId={null} queue={deposits.useSearch().queue} />,
})
const deposit = createRoute({
  getParentRoute: () => shell,
  path: 'deposits/$id',
  validateSearch: readDepositQueue,
  component: () => <DepositsScreen openId={deposit.useParams().id} queue={deposit.useSearch().queue} />,
})
const chargebacks = createRoute({
  getParentRoute: () => shell,
  path: 'chargebacks',
  validateSearch: readChargebackState,
  component: () => <ChargebacksScreen openId={null} state={chargebacks.useSearch().state} />,
})
/** By the deposit. */
const chargeback = createRoute({
  getParentRoute: () => shell,
  path: 'chargebacks/$id',
  validateSearch: readChargebackState,
  component: () => <ChargebacksScreen openId={chargeback.useParams().id} state={chargeback.useSearch().state} />,
})
const documents = createRoute({
  getParentRoute: () => shell,
  path: 'documents',
  component: () => <DocumentsScreen open={null} />,
})
const documentCase = createRoute({
  getParentRoute: () => shell,
  path: 'documents/$trader/$kind',
  component: () => {
    const { trader: traderId, kind } = documentCase.useParams()
    const known = documentKinds.find((each) => each === kind)
    return <DocumentsScreen open={known === undefined ? null : { trader: traderId, kind: known }} />
  },
})
const tickets = createRoute({
  getParentRoute: () => shell,
  path: 'tickets',
  validateSearch: readTicketStatus,
  component: () => <TicketsScreen openId={null} status={tickets.useSearch().status} />,
})
const ticket = createRoute({
  getParentRoute: () => shell,
  path: 'tickets/$id',
  validateSearch: readTicketStatus,
  component: () => <TicketsScreen openId={ticket.useParams().id} status={ticket.useSearch().status} />,
})
const templates = createRoute({
  getParentRoute: () => shell,
  path: 'templates',
  component: () => <TemplatesScreen openId={null} />,
})
const template = createRoute({
  getParentRoute: () => shell,
  path: 'templates/$id',
  component: () => <TemplatesScreen openId={template.useParams().id} />,
})
const trader = createRoute({
  getParentRoute: () => shell,
  path: 'traders/$id',
  validateSearch: readChoice('kind', traderEventKinds),
  component: () => <TraderScreen id={trader.useParams().id} kind={trader.useSearch().kind} />,
})
const approvals = createRoute({ getParentRoute: () => shell, path: 'approvals', component: ApprovalsScreen })
const operators = createRoute({
  getParentRoute: () => shell,
  path: 'operators',
  component: () => <OperatorsScreen openName={null} />,
})
const operator = createRoute({
  getParentRoute: () => shell,
  path: 'operators/$id',
  component: () => <OperatorsScreen openName={operator.useParams().id} />,
})
const settings = createRoute({
  getParentRoute: () => shell,
  path: 'settings',
  component: () => <SettingsScreen openName={null} />,
})
const setting = createRoute({
  getParentRoute: () => shell,
  path: 'settings/$id',
  component: () => <SettingsScreen openName={setting.useParams().id} />,
})
const audit = createRoute({
  getParentRoute: () => shell,
  path: 'audit',
  validateSearch: (search): AuditFilter => {
    const parsed = z.object(auditFilter).safeParse(search)
    return parsed.success ? parsed.data : {}
  },
  component: () => <AuditScreen filter={audit.useSearch()} />,
})
const figures = createRoute({ getParentRoute: () => shell, path: 'figures', component: FiguresScreen })
const trading = createRoute({ getParentRoute: () => shell, path: 'symbols', component: TradingScreen })
const recovery = createRoute({ getParentRoute: () => shell, path: 'quarantines', component: RecoveryScreen })
/** Address of a quarantine, to which its approval leads. */
const quarantine = createRoute({ getParentRoute: () => shell, path: 'quarantines/$id', component: RecoveryScreen })
/** Address of a symbol, to which its approvals lead. */
const symbol = createRoute({ getParentRoute: () => shell, path: 'symbols/$name', component: TradingScreen })
const bank = createRoute({
  getParentRoute: () => shell,
  path: 'bank',
  validateSearch: readChoice('queue', bankQueues),
  component: () => <BankScreen queue={bank.useSearch().queue} />,
})
const providers = createRoute({
  getParentRoute: () => shell,
  path: 'providers',
  component: () => <ProvidersScreen openId={null} />,
})
const provider = createRoute({
  getParentRoute: () => shell,
  path: 'providers/$id',
  component: () => <ProvidersScreen openId={provider.useParams().id} />,
})
const processors = createRoute({ getParentRoute: () => shell, path: 'processors', component: ProcessorsScreen })
const prizes = createRoute({
  getParentRoute: () => shell,
  path: 'prizes',
  component: () => <PrizesScreen openId={null} />,
})
const prize = createRoute({
  getParentRoute: () => shell,
  path: 'prizes/$id',
  component: () => <PrizesScreen openId={prize.useParams().id} />,
})
const rates = createRoute({ getParentRoute: () => shell, path: 'rates', component: RatesScreen })
/** What an approval leads to. */
const rate = createRoute({ getParentRoute: () => shell, path: 'rates/$code', component: RatesScreen })
const trades = createRoute({
  getParentRoute: () => shell,
  path: 'trades',
  validateSearch: readTradeFilter,
  component: () => <TradesScreen openId={null} filter={trades.useSearch()} />,
})
const trade = createRoute({
  getParentRoute: () => shell,
  path: 'trades/$id',
  validateSearch: readTradeFilter,
  component: () => <TradesScreen openId={trade.useParams().id} filter={trade.useSearch()} />,
})
const cascade = createRoute({ getParentRoute: () => shell, path: 'cascade', component: CascadeScreen })
const days = createRoute({
  getParentRoute: () => shell,
  path: 'days',
  component: () => <DaysScreen openDay={null} />,
})
const day = createRoute({
  getParentRoute: () => shell,
  path: 'days/$day',
  component: () => <DaysScreen openDay={day.useParams().day} />,
})
const promos = createRoute({
  getParentRoute: () => shell,
  path: 'promos',
  component: () => <PromoScreen openCode={null} />,
})
const promo = createRoute({
  getParentRoute: () => shell,
  path: 'promos/$code',
  component: () => <PromoScreen openCode={promo.useParams().code} />,
})
const affiliates = createRoute({ getParentRoute: () => shell, path: 'affiliates', component: AffiliatesScreen })
const tournaments = createRoute({
  getParentRoute: () => shell,
  path: 'tournaments',
  component: () => <TournamentsScreen openId={null} />,
})
const tournament = createRoute({
  getParentRoute: () => shell,
  path: 'tournaments/$id',
  component: () => <TournamentsScreen openId={tournament.useParams().id} />,
})
const pages = createRoute({
  getParentRoute: () => shell,
  path: 'pages',
  component: () => <PagesScreen openPage={null} />,
})
const page = createRoute({
  getParentRoute: () => shell,
  path: 'pages/$area/$name/$language',
  component: () => {
    const { area, name, language } = page.useParams()
    return <PagesScreen openPage={`${area}/${name}/${language}`} />
  },
})
const mails = createRoute({
  getParentRoute: () => shell,
  path: 'mails',
  validateSearch: readWords,
  component: () => <MailsScreen openMail={null} find={mails.useSearch().find} />,
})
const mail = createRoute({
  getParentRoute: () => shell,
  path: 'mails/$template/$language',
  validateSearch: readWords,
  component: () => {
    const { template: name, language } = mail.useParams()
    return <MailsScreen openMail={`${name}/${language}`} find={mail.useSearch().find} />
  },
})
const headlines = createRoute({ getParentRoute: () => shell, path: 'headlines', component: HeadlinesScreen })
const headline = createRoute({ getParentRoute: () => shell, path: 'headlines/$id', component: HeadlinesScreen })
const account = createRoute({ getParentRoute: () => shell, path: 'account', component: AccountScreen })

export const deskRouter = createRouter({
  routeTree: root.addChildren([
    invitation,
    shell.addChildren([
      home,
      queue,
      withdrawals,
      withdrawal,
      deposits,
      deposit,
      chargebacks,
      chargeback,
      documents,
      documentCase,
      tickets,
      ticket,
      templates,
      template,
      trader,
      approvals,
      figures,
      recovery,
      quarantine,
      trading,
      symbol,
      bank,
      processors,
      cascade,
      trades,
      trade,
      prizes,
      prize,
      rates,
      rate,
      days,
      day,
      operators,
      operator,
      providers,
      provider,
      settings,
      setting,
      audit,
      promos,
      promo,
      affiliates,
      tournaments,
      tournament,
      pages,
      page,
      mails,
      mail,
      headlines,
      headline,
      account,
    ]),
  ]),
  history: createHashHistory(),
})
