import { isUtf8 } from 'node:buffer'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import { type Locale, locales } from '@tradefront/texts/locales'

import {
  findPageSource,
  isServedPage,
  listPages,
  type PageName,
  resetPage,
  sanitizePage,
  savePage,
} from '../../modules/pages/service.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { formatFields, formatTime } from '../cli/format.ts'
import { addListCommand } from '../cli/list-command.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'

const maxTitleLength = 200
const maxHtmlLength = 100_000
const maxFileBytes = 1_000_000

const pageNameHelp =
  'PAGE is the name in /show/PAGE; a fragment is written ag/NAME, a modal modal/NAME. "pages" lists them.'

export function addPageCommands(program: OperatorCommand): void {
  addListCommand(program, {
    name: 'pages',
    summary: 'the server pages, fragments and modals, and which of them you have written',
    description:
      'List the server pages, fragments and modals. Those without a time have the text that came with the product.',
    listRows: (app) => listPages(app),
    hasLimit: false,
    columns: {
      page: formatPageName,
      language: (row) => row.language,
      title: (row) => row.title,
      written: (row) => formatTime(row.changedAt),
    },
    emptyMessage: '',
  })

  program
    .command('page <PAGE> <LANGUAGE>')
    .summary('show a page as readers see it, or write its HTML into a file to edit it')
    .description(`Show a page as readers see it, or write its HTML into a file to edit it. ${pageNameHelp}`)
    .option('--to <FILE>', 'where to write its HTML; an existing file is not overwritten')
    .handle(showPage)

  program
    .command('set-page <PAGE> <LANGUAGE>')
    .summary('replace a page by the HTML of a file, or make a new one')
    .description(
      `Replace a page by the HTML of a file, or make a new one. ${pageNameHelp} Only what a text needs is kept: headings, lists, tables, links to https and to /show/PAGE. Anything that could run, load, post or restyle is removed. The page changes at once, in this language only.`,
    )
    .option('--from <FILE>', 'its HTML, UTF-8')
    .option('--title <TITLE>', 'its title; by default the current one')
    .changesData()
    .handle(writePage)

  program
    .command('reset-page <PAGE> <LANGUAGE>')
    .summary('remove your text: the product’s text is back, or the page is gone')
    .description(
      `Remove your text of a page. The text that came with the product is shown again; without one the page is gone. ${pageNameHelp} The audit log keeps your text (audit --json).`,
    )
    .changesData()
    .handle(handleResetPage)
}

async function showPage(
  { app, options, print }: CommandContext<{ to?: string }>,
  name: string,
  tag: string,
): Promise<void> {
  const { page, language } = parsePageArguments(name, tag)
  const content = await findPageSource(app, page.area, page.name, language)
  if (!content) throw new CliError(`There is no page "${formatPageName(page)}" in ${language}.`)
  if (options.to !== undefined) {
    const path = resolve(options.to)
    await writeFile(path, `${content.html}\n`, { flag: 'wx' }).catch(() => {
      throw new CliError(`${path} exists already, or cannot be written.`)
    })
    const nextStep = `Edit it, then: set-page ${formatPageName(page)} ${language} --from ${options.to}`
    return print({ ...content, path }, `${path}: "${content.title}". ${nextStep}\n`)
  }
  const header = formatFields([
    ['page', formatPageName(page)],
    ['language', language],
    ['title', content.title],
  ])
  // Text from outside must not control the terminal.
  print(content, `${header}\n${content.html.replaceAll(/[^\P{C}\n\t]/gu, '?')}\n`)
}

async function writePage(
  { app, options, by, confirm, print }: CommandContext<{ from?: string; title?: string }>,
  name: string,
  tag: string,
): Promise<void> {
  const { page, language } = parsePageArguments(name, tag)
  if (!isServedPage(page)) throw usageError(`No modal is called "${page.name}": it would never be shown.`)
  const file = await readHtmlFile(options.from)
  const current = await findPageSource(app, page.area, page.name, language)
  const title = (options.title ?? current?.title ?? '').trim()
  if (!isTitle(title)) throw usageError(`Add --title with 1 to ${maxTitleLength} characters.`)
  const { html, hasLoss } = await sanitizePage(file)
  if (html.trim() === '') throw new CliError('Nothing of this file can be kept: it has no text.')
  if (html.length > maxHtmlLength)
    throw new CliError(`A page can have ${maxHtmlLength} characters, this one has ${html.length}.`)
  const label = `${formatPageName(page)} in ${language}`
  const warning = hasLoss ? ' A part of it is not allowed and is taken out: look at the result with "page".' : ''
  await confirm(`${label} becomes "${title}", ${html.length} characters.${warning}`)
  await savePage(app, page, language, { title, html }, by)
  print({ page: formatPageName(page), language, title, html }, `${label} is written.${warning}\n`)
}

async function handleResetPage({ app, by, confirm, print }: CommandContext, name: string, tag: string): Promise<void> {
  const { page, language } = parsePageArguments(name, tag)
  const written = (await listPages(app)).find(
    (row) => row.area === page.area && row.name === page.name && row.language === language && row.changedAt !== null,
  )
  if (!written) throw new CliError(`You have not written "${formatPageName(page)}" in ${language}.`)
  await confirm(`Your text of ${formatPageName(page)} in ${language}, "${written.title}", is removed.`)
  await resetPage(app, page, language, by)
  const builtIn = await findPageSource(app, page.area, page.name, language)
  print(builtIn, builtIn ? `The product’s own text is shown again: "${builtIn.title}".\n` : 'The page is gone.\n')
}

function formatPageName({ area, name }: PageName): string {
  return area === 'pg' ? name : `${area}/${name}`
}

function parsePageArguments(text: string, tag: string): { page: PageName; language: Locale } {
  const [, area = 'pg', name] = /^(?:(pg|ag|modal)\/)?([a-z0-9_-]{1,60})$/.exec(text) ?? []
  if (name === undefined || (area !== 'pg' && area !== 'ag' && area !== 'modal'))
    throw usageError(`"${text.slice(0, 80)}" is not the name of a page. ${pageNameHelp}`)
  const language = locales.find((locale) => locale === tag)
  if (language === undefined) throw usageError(`The language must be one of ${locales.join(', ')}.`)
  return { page: { area, name }, language }
}

async function readHtmlFile(from: string | undefined): Promise<string> {
  if (from === undefined) throw usageError('Add --from FILE with its HTML.')
  const path = resolve(from)
  const bytes = await stat(path)
    .then(({ size }) => (size > maxFileBytes ? null : readFile(path)))
    .catch(() => {
      throw new CliError(`${path} cannot be read.`)
    })
  if (bytes === null) throw new CliError(`${path} has more than ${maxFileBytes} bytes.`)
  if (!isUtf8(bytes)) throw new CliError(`${path} is not UTF-8.`)
  return bytes.toString('utf8').trim()
}

function isTitle(title: string): boolean {
  return title.length >= 1 && title.length <= maxTitleLength && !/\p{Cc}/u.test(title)
}
