// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { figures } from './figures.tsx'
import { RealisedFigure } from './history-stats.tsx'

const realised = {
  total: dec('5'),
  funding: dec('0'),
  lines: [],
  closings: [],
  missing: [],
  sinceMs: Date.UTC(2026, 10, 20),
  unread: [],
}
const stat = { id: 'realised', text: figures.realised, stale: false, explain: undefined }
const shared = { ...stat, realised, past: 'whole', gap: undefined } as const

it('Realised says that a recorder has the history of accounts under other names, and where to say which is this one', () => {
  const { rerender } = render(<RealisedFigure {...shared} elsewhere={['desk', 'book']} />)
  expect(screen.getByText('a recorder may know more')).toBeTruthy()
  expect(screen.getByTestId('total-realised').title).toContain(
    'A recorder has the history of desk, book. If that is this account, say so in Settings, Recorder.',
  )
  rerender(<RealisedFigure {...shared} />)
  expect(screen.queryByText('a recorder may know more')).toBeNull()
  expect(screen.getByTestId('total-realised').textContent).toContain('since')
})
