// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { drawPage } from '../../../testing/mount-page.tsx'
import { Status, type StatusResource } from './status-strip.tsx'

afterEach(cleanup)

const live: StatusResource = { name: 'balances', agoMs: () => 900, freshness: 'live' }
const refused: StatusResource = { name: 'positions', agoMs: () => 53_000, freshness: 'stale', fault: { kind: 'http' } }
const cut: StatusResource = { ...refused, fault: { kind: 'network' } }

function draw(
  resources: readonly StatusResource[],
  isFailing: boolean,
): { readonly text: string; readonly pressed: () => number } {
  let pressed = 0
  drawPage(
    <Status
      isFailing={isFailing}
      lastFault={isFailing ? 'The venue answered with status 503.' : undefined}
      resources={resources}
      pending={0}
      locked={false}
      onRetry={() => (pressed += 1)}
    />,
  )
  return { text: screen.getByRole('region', { name: 'Status' }).textContent ?? '', pressed: () => pressed }
}

test('while all is well the line has no words', () => expect(draw([live], false).text).toBe(''))

test('a venue that does not answer is named once, with the age of the figures and a retry', () => {
  const { text, pressed } = draw([live, cut], true)
  expect(text).toContain('Venue unreachable for 53 s. Figures are old.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(pressed()).toBe(1)
})

test('before anything was received the words have no time', () =>
  expect(draw([{ ...cut, agoMs: () => undefined }], true).text).toContain('Venue unreachable.'))

test('a locked tab and orders without an outcome are said in words', () => {
  drawPage(<Status isFailing={false} lastFault={undefined} resources={[live]} pending={2} locked />)
  expect(screen.getByRole('region', { name: 'Status' }).textContent).toContain('Trading locked in this tab')
  expect(screen.getByRole('link').textContent).toBe('2 orders unconfirmed')
})

test('a venue that refuses some of the data is not unreachable', () => {
  expect(draw([live, refused], true).text).toContain('No answer about positions for 53 s.')
})
