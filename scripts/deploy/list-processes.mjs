import { basename } from 'node:path'

import { readUnit } from './read-files.mjs'

/** @typedef {{ where: string, kind: 'server' | 'desk' | 'migrate' | 'ops', env: Record<string, string> }} DeployedProcess */

/** Lists every process of ours that the files start, with the environment that it gets. @returns {DeployedProcess[]} */
export function listProcesses(files) {
  return [...listComposeProcesses(files), ...listUnitProcesses(files), ...listPodProcesses(files)]
}

const isOurs = (image) => /tradefront|TRADEFRONT_IMAGE/.test(String(image))

/** The image starts a server if no command is given. */
function findKind(command) {
  if (command.includes('src/desk/main.mjs')) return 'desk'
  if (!command.includes('src/ops/main.ts')) return 'server'
  return command.includes('migrate') ? 'migrate' : 'ops'
}

export function readImageEnvironment({ dockerfile }) {
  const pairs = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) => line.trim().split(/\s+/))
  return Object.fromEntries(pairs.map((pair) => pair.split('=')).filter(([name]) => name !== 'PATH'))
}

function listComposeProcesses(files) {
  const { compose, composeVariables, envFiles } = files
  const fill = (text) =>
    String(text).replace(/\$\{(\w+)(?::[?-]([^}]*))?\}/g, (_all, name, fallback) => {
      if (!(name in composeVariables)) return fallback || `missing-${name}`
      return composeVariables[name] || 'filled-in'
    })
  return Object.entries(compose.services)
    .filter(([, { image }]) => isOurs(image))
    .map(([name, service]) => ({
      where: `compose: ${name}`,
      kind: findKind([service.entrypoint, service.command].flat().join(' ')),
      env: {
        ...readImageEnvironment(files),
        ...[service.env_file ?? []].flat().reduce((env, file) => ({ ...env, ...envFiles[basename(file)] }), {}),
        ...Object.fromEntries(Object.entries(service.environment ?? {}).map(([key, value]) => [key, fill(value)])),
      },
    }))
}

function listUnitProcesses({ units, envFiles }) {
  return Object.entries(units).map(([name, text]) => {
    const unit = readUnit(text)
    const required = (unit.get('EnvironmentFile') ?? []).filter((file) => !file.startsWith('-'))
    const given = (unit.get('Environment') ?? []).flatMap((line) => line.replaceAll('%i', '3001').split(' '))
    return {
      where: `systemd: ${name}`,
      kind: findKind(unit.get('ExecStart').join(' ')),
      env: {
        ...Object.fromEntries(given.map((pair) => pair.split('='))),
        // Files win over single settings.
        ...required.reduce((env, file) => ({ ...env, ...envFiles[basename(file)] }), {}),
      },
    }
  })
}

function listPodProcesses(files) {
  const findData = (kind, name) => {
    const found = files.kubernetes.find(({ resource }) => resource.kind === kind && resource.metadata.name === name)
    return found?.resource.data ?? found?.resource.stringData ?? {}
  }
  return listContainers(files)
    .filter(({ container }) => isOurs(container.image))
    .map(({ where, container }) => ({
      where,
      kind: findKind((container.args ?? []).join(' ')),
      env: {
        ...readImageEnvironment(files),
        ...(container.envFrom ?? []).reduce((env, { configMapRef, secretRef }) => {
          const data = configMapRef ? findData('ConfigMap', configMapRef.name) : findData('Secret', secretRef.name)
          return { ...env, ...data }
        }, {}),
        ...Object.fromEntries(
          (container.env ?? []).map(({ name, value, valueFrom }) => {
            const { name: source, key } = valueFrom?.configMapKeyRef ?? {}
            return [name, value ?? findData('ConfigMap', source)[key] ?? `missing-${key}`]
          }),
        ),
      },
    }))
}

/** Lists the containers of all pods, each with its pod. */
export function listContainers({ kubernetes }) {
  return kubernetes.flatMap(({ where, resource }) => {
    const pod = resource.spec?.template?.spec
    return (pod?.containers ?? []).map((container) => ({
      where: `${where}: ${resource.metadata.name}`,
      pod,
      container,
    }))
  })
}
