import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { Contest } from '../../features/tournaments/contest.tsx'

/** spec: account 2 */
export function ContestScreen({ tab }: { readonly tab?: string }) {
  return <Contest intro={<ScreenIntro page="contest" />} tab={tab === 'last' ? 'last' : 'first'} />
}
