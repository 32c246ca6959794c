import { expect, test } from 'vitest'

import { summarizeHtml } from './summarize-html.ts'

test.each([
  ['<h2>Title</h2><p>First <a href="/x">link</a> &amp;\n more.</p><p>Second.</p>', 'First link & more.'],
  ['<p>5 &lt; 6&nbsp;%</p>', '5 < 6 %'],
  ['<h2>Only a title</h2>', null],
  ['<p> </p>', null],
  [`<p>${'four '.repeat(31)}last.</p>`, `${'four '.repeat(31)}last.`],
  [`<p>${'four '.repeat(40)}</p>`, `${'four '.repeat(31)}four …`],
])('the first paragraph of %s is a summary', (html, summary) => {
  expect(summarizeHtml(html)).toBe(summary)
})
