import { cardProcessorNames, type ProcessorName, processorNames } from '@tradefront/contract/processor-names'
import { defaultCascade } from '@tradefront/rules/cards/usual-cascades'

import { usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatTable } from '../cli/format.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import { getCascadeStatus, setCascade, switchProcessorOff, switchProcessorOn } from '../manage-processors.ts'

/** Servers cache the settings for this long. */
const delayNote = 'Every running server applies it within a second.'

export function addProcessorCommands(program: OperatorCommand): void {
  program
    .command('processors')
    .summary('list the processors and wallets, their place in the cascade, and which are off')
    .description(
      'List the processors. A trader can have a cascade of their own, and the PFS countries have a single processor; a processor that is off is skipped there too.',
    )
    .handle((context) => printProcessors(context, ''))

  program
    .command('off <PROCESSOR>')
    .summary('switch a processor or wallet off: it charges nothing more')
    .description(
      'Switch a processor off. It is left out of the plan of new deposits and skipped in open ones. A charge that has started there is completed.',
    )
    .changesData()
    .handle(switchOff)

  program.command('on <PROCESSOR>').summary('switch a processor on again').changesData().handle(switchOn)

  program
    .command('cascade [LIST]')
    .summary('show or set the order in which processors are tried')
    .description(
      `LIST is a comma list such as ${defaultCascade.slice(0, 3).join(',')}, or "default" for the built-in order. It applies to deposits opened from then on. A trader’s own cascade and the PFS countries take precedence.`,
    )
    .changesData((args) => args.length > 0)
    .handle(showOrSetCascade)
}

async function switchOff(context: CommandContext, processor: string): Promise<void> {
  const { app, by, confirmEmergency } = context
  const name = parseProcessor(processor)
  const { order } = await getCascadeStatus(app.settings)
  const isLast = order.every((each) => each === name)
  const warning = isLast ? ' No processor is left: outside PFS countries no trader can pay by card.' : ''
  await confirmEmergency(`${name} is switched off.${warning}`, 'one')
  const isChanged = await switchProcessorOff(app.settings, name, by)
  await printProcessors(
    context,
    isChanged ? `${name} is off. ${delayNote}` : `Nothing was changed: ${name} is off already.`,
  )
}

async function switchOn(context: CommandContext, processor: string): Promise<void> {
  const { app, by, confirmEmergency } = context
  const name = parseProcessor(processor)
  await confirmEmergency(`${name} is switched on.`, 'one')
  const isChanged = await switchProcessorOn(app.settings, name, by)
  await printProcessors(
    context,
    isChanged ? `${name} is on. ${delayNote}` : `Nothing was changed: ${name} is on already.`,
  )
}

async function showOrSetCascade(context: CommandContext, list?: string): Promise<void> {
  const { app, by, confirmEmergency } = context
  if (list === undefined) return printProcessors(context, '')
  const names = list.toLowerCase() === 'default' ? null : parseCascadeList(list)
  await confirmEmergency(`The cascade becomes ${(names ?? defaultCascade).join(', ')}.`, 'one')
  const isChanged = await setCascade(app.settings, names, by)
  await printProcessors(
    context,
    isChanged ? `The cascade is set. ${delayNote}` : 'Nothing was changed: the cascade is this one already.',
  )
}

async function printProcessors({ app, print }: CommandContext, message: string): Promise<void> {
  const { cascade, order, processors } = await getCascadeStatus(app.settings)
  const table = formatTable(
    ['processor', 'is', 'tried'],
    processors.map(({ name, on: isOn, place }) => [name, isOn ? 'on' : 'OFF', place]),
    '',
  )
  const builtIn = cascade === null ? ' (the built-in order)' : ''
  print(
    { message, cascade, processors },
    `${message === '' ? '' : `${message}\n`}Cascade: ${order.join(', ') || 'none'}${builtIn}\n\n${table}`,
  )
}

/** Parses the name of a processor. @throws CliError for an unknown one */
export function parseProcessor(text: string, known: readonly ProcessorName[] = processorNames): ProcessorName {
  const name = known.find((each) => each === text.trim().toUpperCase())
  if (name === undefined) throw usageError(`There is no processor "${text}". Processors: ${known.join(', ')}.`)
  return name
}

/** Parses a list of processors for cards: at least one, each once. */
export function parseCascadeList(text: string): ProcessorName[] {
  const names = text.split(',').map((each) => parseProcessor(each, cardProcessorNames))
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate !== undefined) throw usageError(`${duplicate} is in the list twice.`)
  return names
}
