import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useMemo, useState } from 'react'

import { TextField } from '../../ui/fields/text-field.tsx'
import { useTranslate } from '../i18n/i18n.ts'
import { ServerText, toReactNodes } from './server-html.tsx'

type Question = { readonly title: Element; readonly answer: readonly Node[] }
type Section = { readonly title: Element | null; readonly questions: readonly Question[] }

/** A page of the server as questions that unfold, with a search. Each `h3` is a question; `hr` ends the last answer. */
export function QuestionList({ html }: { readonly html: string }) {
  const t = useTranslate()
  const [search, setSearch] = useState(getSearchOfAddress)
  const { sections, rest } = useMemo(
    () => splitQuestions(new DOMParser().parseFromString(html, 'text/html').body.childNodes),
    [html],
  )
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const shown = sections
    .map(({ title, questions }) => ({ title, questions: questions.filter((each) => hasWords(each, words)) }))
    .filter(({ questions }) => questions.length > 0)
  const count = shown.reduce((total, { questions }) => total + questions.length, 0)
  return (
    <div className="flex max-w-prose flex-col gap-8">
      <div className="flex flex-col gap-1.5">
        <TextField label={t('shell.questions_search')} value={search} onChange={setSearch} autoComplete="off" />
        <p role="status" className="min-h-5 text-13 text-muted">
          {words.length > 0 && t('shell.questions_found', { count })}
        </p>
      </div>
      {shown.map(({ title, questions }) => (
        <section key={title?.textContent ?? ''} className="flex flex-col gap-2">
          {title !== null && <h2 className="text-21 font-semibold">{toReactNodes(title.childNodes)}</h2>}
          <div className="flex flex-col divide-y divide-line border-y border-line">
            {questions.map((question) => (
              <Unfolding key={question.title.textContent} title={question.title} isOpen={words.length > 0}>
                {toReactNodes(question.answer)}
              </Unfolding>
            ))}
          </div>
        </section>
      ))}
      <ServerText>{toReactNodes(rest)}</ServerText>
    </div>
  )
}

/** Returns the search of a link to answers, e.g. `/en/show/faq?q=fee` or `#/show/faq?q=fee`. */
function getSearchOfAddress(): string {
  const { search, hash } = location
  return new URLSearchParams(search === '' ? hash.split('?')[1] : search).get('q') ?? ''
}

function Unfolding(props: { readonly title: Element; readonly isOpen: boolean; readonly children: ReactNode }) {
  return (
    <details open={props.isOpen}>
      <summary className="target flex cursor-pointer items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
        <h3 className="font-medium">{toReactNodes(props.title.childNodes)}</h3>
        <ChevronDown size={16} aria-hidden className="shrink-0 text-muted transition-transform in-open:rotate-180" />
      </summary>
      <ServerText className="pb-4 text-muted">{props.children}</ServerText>
    </details>
  )
}

function splitQuestions(nodes: Iterable<Node>): { sections: Section[]; rest: Node[] } {
  const sections: { title: Element | null; questions: { title: Element; answer: Node[] }[] }[] = []
  const rest: Node[] = []
  let answer: Node[] = rest
  for (const node of nodes) {
    const name = node instanceof Element ? node.localName : ''
    if (node instanceof Element && name === 'h2') {
      sections.push({ title: node, questions: [] })
      answer = rest
    } else if (node instanceof Element && name === 'h3') {
      if (sections.length === 0) sections.push({ title: null, questions: [] })
      answer = []
      sections.at(-1)?.questions.push({ title: node, answer })
    } else if (name === 'hr') answer = rest
    else answer.push(node)
  }
  return { sections, rest }
}

function hasWords({ title, answer }: Question, words: readonly string[]): boolean {
  const text = [title, ...answer]
    .map(({ textContent }) => textContent)
    .join(' ')
    .toLocaleLowerCase()
  return words.every((word) => text.includes(word))
}
