import { ScreenIntro } from '../../features/pages/screen-intro.tsx'
import { SignalsScreen as Signals } from '../../features/signals/signals-screen.tsx'

export function SignalsScreen() {
  return <Signals intro={<ScreenIntro page="signals" />} />
}
