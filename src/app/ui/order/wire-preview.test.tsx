// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { entityId } from '../../../core/domain/ids.ts'
import { normalise, type PackageIntent } from '../../../core/domain/normalise.ts'
import { curlText, WirePreview, WireVerdict } from './wire-preview.tsx'
import { firmLimit } from '../../../testing/order.fixture.ts'

afterEach(cleanup)

const meant: PackageIntent = {
  legs: [
    { tradeable_entity_id: entityId(105), symbol: 'BTC-20261225-110000C', ratio: 2 },
    { tradeable_entity_id: entityId(101), symbol: 'BTC-20261225-100000C', ratio: -2 },
  ],
  side: 'buy',
  quantity: dec('5'),
  price: dec('240'),
}
const order = { ...firmLimit, side: 'sell', quantity: dec('10'), recv_window: 3, legs: [] }

function show(problems: Parameters<typeof WirePreview>[0]['problems'] = [], change: Partial<PackageIntent> = {}) {
  const wire = normalise(meant)
  if (!wire.ok) throw new Error('the case must normalise')
  render(
    <WirePreview
      meant={meant}
      sent={{ ...wire.value, ...change }}
      order={order}
      problems={problems}
      text='{"new_order":{}}'
      url="http://x/v1/api/order"
    />,
  )
  return screen.getByTestId('wire-preview')
}

describe('the wire preview', () => {
  it('sets what is meant beside what is sent, and proves them equal', () => {
    const text = show().textContent
    expect(text).toContain('Buy 5')
    expect(text).toContain('Sell 10')
    expect(text).toContain('+240, pay 240')
    expect(text).toContain('−120, pay 120')
    expect(text).toContain('Matches your order')
    expect(text).toContain('11/11 rules')
  })

  it('says so when they are not equal', () => {
    expect(show([], { quantity: dec('9') }).textContent).toContain('Not what was meant: do not send')
  })

  it('names the rule that is broken, with the offending value', () => {
    const text = show([
      {
        code: 'recv_window_out_of_range',
        rule: 6,
        severity: 'block',
        field: 'recv_window',
        value: '0',
        limit: '1 to 65534',
      },
    ]).textContent
    expect(text).toContain('Cannot send: life out of range')
    expect(text).toContain('Life of 0 cycles')
  })

  it('distinguishes a missing field from a broken rule', () => {
    const text = show([{ code: 'price_missing', rule: 'fields', severity: 'block', field: 'price' }]).textContent
    expect(text).toContain('Cannot send: price missing')
  })
})

function verdict(problems: Parameters<typeof WireVerdict>[0]['problems'] = [], change: Partial<PackageIntent> = {}) {
  const wire = normalise(meant)
  if (!wire.ok) throw new Error('the case must normalise')
  const { container } = render(
    <WireVerdict meant={meant} sent={{ ...wire.value, ...change }} order={order} problems={problems} />,
  )
  return container.textContent?.trim()
}

it('the verdict in one line is silent of an order that can be sent, and says what is wrong with another', () => {
  expect(verdict()).toBe('')
  expect(verdict([{ code: 'price_missing', rule: 'fields', severity: 'block', field: 'price' }])).toBe(
    'Cannot send: price missing',
  )
  expect(verdict([], { quantity: dec('9') })).toBe('Not what was meant: do not send')
})

it('the order as a command line masks the token and quotes what a shell would read', () => {
  const text = curlText('http://x/o', '{"user_tag":"it\'s"}')
  expect(text).toContain("'credentials_secret: ********'")
  expect(text).toContain(`'{"user_tag":"it'\\''s"}'`)
})
