import type { AppContext } from '../../context.ts'

/** `missing`: the site cannot do something that it must. `warning`: it works, but look at it. */
export type Finding = {
  readonly about: string
  readonly state: 'ok' | 'warning' | 'missing'
  /** What is so, and what to do unless it is ok. */
  readonly text: string
}

/** Asks nothing that moves money or changes data. */
export type Check = {
  readonly about: string
  /** One finding, or one for each thing it looks at. */
  readonly run: (app: AppContext) => Promise<Finding | readonly Finding[]>
}

/** For each check, so that one that hangs does not hide the others. */
const limitMs = 15_000

export function ok(about: string, text: string): Finding {
  return { about, state: 'ok', text }
}

export function warn(about: string, text: string): Finding {
  return { about, state: 'warning', text }
}

export function miss(about: string, text: string): Finding {
  return { about, state: 'missing', text }
}

/** Runs all at once. The findings are in the order of the checks. */
export async function runChecks(
  app: AppContext,
  checks: readonly Check[],
  { timeoutMs = limitMs }: { readonly timeoutMs?: number } = {},
): Promise<Finding[]> {
  const findings = await Promise.all(checks.map(async (check) => runCheck(app, check, timeoutMs)))
  return findings.flat()
}

/** The message of an unknown error can have a password: only its name is shown. */
async function runCheck(app: AppContext, { about, run }: Check, timeoutMs: number): Promise<readonly Finding[]> {
  const { promise: timeout, resolve } = Promise.withResolvers<Finding>()
  const timer = setTimeout(
    () => resolve(miss(about, `There was no answer in ${timeoutMs / 1000} s: look whether it can be reached.`)),
    timeoutMs,
  )
  try {
    const found = await Promise.race([run(app), timeout])
    return [found].flat()
  } catch (error) {
    return [
      miss(
        about,
        `The check failed (${error instanceof Error ? error.name : 'unknown'}): look whether it can be reached.`,
      ),
    ]
  } finally {
    clearTimeout(timer)
  }
}
