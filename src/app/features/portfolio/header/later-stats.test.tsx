// @vitest-environment happy-dom
/** Header figures before their code has loaded. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { MissingInput } from '../../../../core/account/gap.ts'
import { dec } from '../../../../core/domain/decimal.ts'
import { LazyDayStat, LazyRealisedStat } from './later-stats.tsx'

afterEach(cleanup)

const total = { value: dec('100'), leftOut: [] }

describe('figures of history whose code is on its way', () => {
  it('stand in their places as not known, never as nothing, and explain themselves when pressed', () => {
    const asked: string[] = []
    render(
      <>
        <LazyDayStat equity={total} definition="value" start="08:00" stale={false} explain={id => asked.push(id)} />
        <LazyRealisedStat gap={undefined} stale={false} explain={id => asked.push(id)} />
      </>,
    )
    expect(screen.getByTestId('day-change').textContent).toBe('Day change since 08:00 UTC–')
    expect(screen.getByTestId('total-realised').textContent).toBe('Realised, before fees–')
    for (const button of screen.getAllByRole('button')) fireEvent.click(button)
    expect(asked).toEqual(['day', 'realised'])
  })

  it('say at once why what they hang on is not known', () => {
    const gap: MissingInput = { kind: 'old', what: 'positions' }
    render(
      <>
        <LazyDayStat
          equity={{ leftOut: [], value: undefined, gap }}
          definition="value"
          start="00:00"
          stale={false}
          explain={() => undefined}
        />
        <LazyRealisedStat gap={gap} stale={false} explain={() => undefined} />
      </>,
    )
    for (const button of screen.getAllByRole('button')) expect(button.textContent).toContain('positions are too old')
  })
})
