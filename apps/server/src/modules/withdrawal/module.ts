import type { ServerModule } from '../../context.ts'
import { alertLateWithdrawals } from './alert-late-withdrawals.ts'
import { measurePayouts } from './measure-payouts.ts'
import { withdrawalActions } from './operator.ts'
import { withdrawalRoutes } from './routes.ts'
import { compareEndedPayouts, sendDuePayouts } from './send-payouts.ts'
import { expireWithdrawalRequests, releaseVerifiedWithdrawals } from './service.ts'

export const withdrawalModule: ServerModule = {
  routes: [withdrawalRoutes],
  actions: withdrawalActions,
  measures: [measurePayouts],
  jobs: [
    {
      name: 'withdrawal.send_payouts',
      everyMs: 1000,
      summary: 'sends payouts of approved withdrawals, and asks about those without a clear answer',
      whileItFails: 'payouts stay due, and their money on hold',
      run: sendDuePayouts,
    },
    {
      name: 'withdrawal.compare_payouts',
      schedule: '52 2 * * *',
      limitMinutes: 60,
      summary:
        'asks providers about the payouts that have ended in the last three days; raises `payout.contradiction` for an answer that contradicts the end',
      whileItFails: 'a payout that was sent and returned stays unnoticed',
      run: compareEndedPayouts,
    },
    {
      name: 'withdrawal.release_verified',
      everyMs: 5000,
      summary: 'lets withdrawals of traders whose documents are approved now wait for an operator',
      whileItFails: 'they go on waiting for documents',
      run: releaseVerifiedWithdrawals,
    },
    {
      name: 'withdrawal.alert_late',
      schedule: '*/10 * * * *',
      summary: 'raises `withdrawal.late` for withdrawals that wait for an operator longer than `waiting_alert_hours`',
      whileItFails: 'operators get no reminder',
      run: alertLateWithdrawals,
    },
    {
      name: 'withdrawal.expire_requests',
      everyMs: 60_000,
      summary: 'ends requests for a withdrawal that were not confirmed within 15 minutes',
      whileItFails: 'rows stay; expired requests are refused anyway',
      run: expireWithdrawalRequests,
    },
  ],
}
