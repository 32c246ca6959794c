import { load } from './common.mjs'

/** Describes the variables of the server, then those that only the sandbox reads. */
export async function describeEnvironment(root) {
  const server = await load(root, 'apps/server/src/platform/config/environment.ts')
  const sandbox = await load(root, 'apps/sandbox/src/config.ts')
  const [serverSettings, sandboxSettings] = [server.environmentSchema.shape, sandbox.environmentSchema.shape]
  const names = Object.keys({ ...serverSettings, ...sandboxSettings })
  const rows = names.map((name) => {
    const setting = serverSettings[name] ?? sandboxSettings[name]
    const description = setting.meta() ?? {}
    if (!description.mustBe || !description.meaning) throw new Error(`${name} needs describeSetting.`)
    const fallback = describeFallback(name, setting)
    const sandboxFallback = describeFallback(name, sandboxSettings[name] ?? setting)
    const shown = fallback === sandboxFallback ? fallback : `${fallback}; the sandbox: ${sandboxFallback}`
    return `| \`${name}\` | ${shown} | ${description.meaning} |`
  })
  return {
    files: {},
    tables: [
      {
        path: 'docs/install.md',
        name: 'settings',
        lines: ['| variable | default | meaning |', '|---|---|---|', ...rows],
      },
    ],
  }
}

function describeFallback(name, setting) {
  const { success, data } = setting.safeParse(undefined)
  if (!success) throw new Error(`${name} must be optional or have a default.`)
  const { whenUnset } = setting.meta()
  // An object is not a text that someone could set.
  const isShown = data !== undefined && typeof data !== 'object'
  if (!isShown && !whenUnset) throw new Error(`${name} is optional or has parts, so it needs whenUnset.`)
  return isShown ? `\`${data}\`` : whenUnset
}
