export type DeployCheck = {
  readonly name: string
  readonly problems: readonly string[]
  /** Which program is missing. Null: the check was done. */
  readonly skipped: string | null
}

/** Checks the folder `deploy`, or a copy of it. */
export function checkDeploy(folder?: string): Promise<readonly DeployCheck[]>
