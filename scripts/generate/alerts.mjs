import { load } from './common.mjs'

export async function describeAlerts(root) {
  const { alertKinds } = await load(root, 'apps/server/src/modules/alerts/alert-kinds.ts')
  const rows = Object.entries(alertKinds).map(
    ([kind, { meaning, whatToDo }]) => `| \`${kind}\` | ${meaning} | ${whatToDo} |`,
  )
  return {
    files: {},
    tables: [
      {
        path: 'docs/money-incidents.md',
        name: 'alerts',
        lines: ['| alert | meaning | what to do |', '|---|---|---|', ...rows],
      },
    ],
  }
}
