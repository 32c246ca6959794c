/**
 * A cron expression (UTC): one server runs the job. Or the pause between two runs: every server runs it, for work that cannot wait a
 * minute.
 */
export type JobTime =
  | {
      readonly schedule: string
      /** Limit of a run. One that takes longer is logged and tried again. Default: 2. */
      readonly limitMinutes?: number
      readonly everyMs?: undefined
    }
  | {
      readonly everyMs: number
      /** True if the job runs at whole multiples of the pause, by the clock of the server: simulated prices come at such times. */
      readonly isAligned?: boolean
      readonly schedule?: undefined
    }

/** A job can run twice and on any server, so rows that are due must decide what is done. */
export type Job = JobTime & {
  /** Name of the job, e.g. `mail.deliver`: `<module>.<what it does>`. */
  readonly name: string
  readonly run: () => Promise<void>
}

/** An entry of a module's `module.ts`, from which `npm run generate` writes docs/run.md. */
export type JobDefinition<Context> = JobTime & {
  readonly name: string
  /** Completes "The job …". */
  readonly summary: string
  /** What a failure means for traders and operators. */
  readonly whileItFails: string
  /** True if it also runs in quarantine: it moves no money and sends nothing to traders or providers. */
  readonly runsInQuarantine?: true
} & JobRun<Context>

/** `createRun` is for a job that remembers something until its next run on this server. */
type JobRun<Context> =
  | { readonly run: (context: Context) => Promise<void>; readonly createRun?: undefined }
  | { readonly run?: undefined; readonly createRun: (context: Context) => () => Promise<void> }

/** @param isHeld whether jobs must not run, because the database is in quarantine */
export function bindJobs<Context>(
  definitions: readonly JobDefinition<Context>[],
  context: Context,
  isHeld: () => Promise<boolean>,
): Job[] {
  return definitions.map(({ summary: _summary, whileItFails: _effect, runsInQuarantine, run, createRun, ...job }) => {
    const runNow = run === undefined ? createRun(context) : () => run(context)
    return {
      ...job,
      run: runsInQuarantine
        ? runNow
        : async () => {
            if (!(await isHeld())) await runNow()
          },
    }
  })
}
