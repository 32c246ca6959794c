// node scripts/check-deploy.mjs: checks the files in the folder deploy, as far as that is possible without Docker and Kubernetes.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ensureInstalled, node, root } from './install-deps.mjs'

/** @param folder the folder deploy, or a copy of it @returns the checks by name: what is wrong, and why one was skipped */
export async function checkDeploy(folder = join(root, 'deploy')) {
  const { readDeployFiles } = await import('./deploy/read-files.mjs')
  const { checkLimits } = await import('./deploy/check-limits.mjs')
  const { checkComposeSchema, checkDockerfileSyntax, checkKubernetesTypes } = await import('./deploy/check-schemas.mjs')
  const { checkSettings } = await import('./deploy/check-settings.mjs')
  const { MissingToolError, toolChecks } = await import('./deploy/run-tools.mjs')
  const files = readDeployFiles(folder)
  const checks = {
    'settings of servers, desk and migration': checkSettings,
    'ports, paths, times and sizes': checkLimits,
    'syntax of the container file': checkDockerfileSyntax,
    'schema of Compose': checkComposeSchema,
    'types of Kubernetes': checkKubernetesTypes,
    ...toolChecks,
  }
  return Object.entries(checks).map(([name, check]) => {
    const ownFolder = mkdtempSync(join(tmpdir(), 'tradefront-deploy-'))
    try {
      return { name, problems: check(files, ownFolder), skipped: null }
    } catch (error) {
      if (!(error instanceof MissingToolError)) throw error
      return { name, problems: [], skipped: error.message }
    } finally {
      rmSync(ownFolder, { recursive: true, force: true })
    }
  })
}

if (import.meta.filename === process.argv[1]) {
  ensureInstalled()
  // Older versions cannot import TypeScript.
  if (Number(process.versions.node.split('.')[0]) < 24)
    process.exit(spawnSync(node, [import.meta.filename], { stdio: 'inherit' }).status ?? 1)
  for (const { name, problems, skipped } of await checkDeploy()) {
    console.log(`${skipped ? 'skip' : problems.length > 0 ? 'FAIL' : 'ok  '} ${name}${skipped ? `: ${skipped}` : ''}`)
    for (const problem of problems) console.log(`     ${problem}`)
    if (problems.length > 0) process.exitCode = 1
  }
}
