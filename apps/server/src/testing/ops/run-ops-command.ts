import type { Terminal } from '../../ops/cli/terminal.ts'
import { runOps } from '../../ops/run-ops.ts'

export type OpsResult = { readonly code: number; readonly out: string; readonly err: string }

/** Runs `npm run ops` in this process, as the account `tester`. `answer`: input of the operator at a prompt. */
export async function runOpsCommand(
  env: Readonly<Record<string, string>>,
  argv: readonly string[],
  answer?: string,
): Promise<OpsResult & { readonly asked: string }> {
  let [out, err, asked] = ['', '', '']
  const terminal: Terminal = {
    out: (text) => (out += text),
    err: (text) => (err += text),
    prompt:
      answer === undefined
        ? null
        : async (question) => {
            asked += question
            return answer
          },
    promptSecret: null,
    osUser: 'tester',
  }
  const code = await runOps(argv, env, terminal)
  return { code, out, err, asked }
}
