import { type DepositQueue, depositQueues } from '@tradefront/contract/desk-money'
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { type TraderEventKind, traderEventKinds } from '@tradefront/contract/desk-traders'
import { documentKinds } from '@tradefront/rules/documents/document-kinds'

import { FirstScreen } from './first-screen.tsx'
import { DeskShell } from './desk-shell.tsx'
import { InvitationScreen } from './invitation-screen.tsx'

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
const PagesScreen = lazyRouteComponent(() => import('./marketing/pages-screen.tsx'), 'PagesScreen')
const ProcessorsScreen = lazyRouteComponent(() => import('./processors/processors-screen.tsx'), 'ProcessorsScreen')
const BankScreen = lazyRouteComponent(() => import('./bank/bank-screen.tsx'), 'BankScreen')
const DaysScreen = lazyRouteComponent(() => import('./reconcile/days-screen.tsx'), 'DaysScreen')

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
const queue = createRoute({ getParentRoute: () => shell, path: 'queue', component: QueueScreen })
const withdrawals = createRoute({
  getParentRoute: () => shell,
  path: 'withdrawals',
  component: () => <WithdrawalsScreen openId={null} />,
})
const withdrawal = createRoute({
  getParentRoute: () => shell,
  path: 'withdrawals/$id',
  component: () => <WithdrawalsScreen openId={withdrawal.useParams().id} />,
})
const deposits = createRoute({
  getParentRoute: () => shell,
  path: 'deposits',
  validateSearch: readQueue,
  component: () => <DepositsScreen openId={null} queue={deposits.useSearch().queue} />,
})
const deposit = createRoute({
  getParentRoute: () => shell,
  path: 'deposits/$id',
  validateSearch: readQueue,
  component: () => <DepositsScreen openId={deposit.useParams().id} queue={deposit.useSearch().queue} />,
})
const chargebacks = createRoute({ getParentRoute: () => shell, path: 'chargebacks', component: ChargebacksScreen })
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
  component: () => <TicketsScreen openId={null} />,
})
const ticket = createRoute({
  getParentRoute: () => shell,
  path: 'tickets/$id',
  component: () => <TicketsScreen openId={ticket.useParams().id} />,
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
  validateSearch: ({ kind }): { kind?: TraderEventKind } => {
    const known = traderEventKinds.find((each) => each === kind)
    return known === undefined ? {} : { kind: known }
  },
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
const audit = createRoute({ getParentRoute: () => shell, path: 'audit', component: AuditScreen })
const figures = createRoute({ getParentRoute: () => shell, path: 'figures', component: FiguresScreen })
const trading = createRoute({ getParentRoute: () => shell, path: 'symbols', component: TradingScreen })
/** Address of a symbol, to which its approvals lead. */
const symbol = createRoute({ getParentRoute: () => shell, path: 'symbols/$name', component: TradingScreen })
const bank = createRoute({ getParentRoute: () => shell, path: 'bank', component: BankScreen })
const processors = createRoute({ getParentRoute: () => shell, path: 'processors', component: ProcessorsScreen })
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
const headlines = createRoute({ getParentRoute: () => shell, path: 'headlines', component: HeadlinesScreen })
const headline = createRoute({ getParentRoute: () => shell, path: 'headlines/$id', component: HeadlinesScreen })
const account = createRoute({ getParentRoute: () => shell, path: 'account', component: AccountScreen })

function readQueue({ queue }: Readonly<Record<string, unknown>>): { queue?: DepositQueue } {
  const known = depositQueues.find((each) => each === queue)
  return known === undefined ? {} : { queue: known }
}

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
      documents,
      documentCase,
      tickets,
      ticket,
      templates,
      template,
      trader,
      approvals,
      figures,
      trading,
      symbol,
      bank,
      processors,
      days,
      day,
      operators,
      operator,
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
      headlines,
      headline,
      account,
    ]),
  ]),
  history: createHashHistory(),
})
