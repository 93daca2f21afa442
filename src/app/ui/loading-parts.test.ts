// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { countLoading } from './loading-parts.ts'

const shown = () => document.documentElement.dataset['loading']

test('the document counts the parts being fetched, and has no count once all have come or failed', async () => {
  const arrives = countLoading(Promise.resolve('part'))
  const fails = countLoading(Promise.reject(new Error('no network')))
  const waits = countLoading(new Promise<void>(resolve => void setImmediate(resolve)))
  expect(shown()).toBe('3')
  expect(await arrives).toBe('part')
  await expect(fails).rejects.toThrow('no network')
  expect(shown()).toBe('1')
  await waits
  expect(shown()).toBeUndefined()
})
