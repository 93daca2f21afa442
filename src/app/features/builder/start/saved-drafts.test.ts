// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { act, renderHook } from '@testing-library/react'
import {
  importTemplates,
  saveRecent,
  removeTemplate,
  saveTemplate,
  templatesText,
  useRecentDrafts,
  useTemplates,
} from './saved-drafts.ts'

const saved = (name: string) => ({ name, side: 'sell' as const, legs: [{ kind: 'linear' as const, ratio: 1 }] })

beforeEach(() => act(() => ['a', 'b'].forEach(removeTemplate)))

describe('kept in this browser', () => {
  it('are templates by name, which an export gives back', () => {
    const { result } = renderHook(useTemplates)
    act(() => ['a', 'b', 'a'].forEach(name => saveTemplate(saved(name))))
    expect(result.current.map(each => each.name)).toEqual(['a', 'b'])
    const text = templatesText()
    act(() => ['a', 'b'].forEach(removeTemplate))
    expect(result.current).toEqual([])
    act(() => void importTemplates(text))
    expect(result.current.map(each => each.name)).toEqual(['a', 'b'])
    expect(localStorage.getItem('legwork.templates')).toContain('"name":"a"')
  })
  it.each(['', 'null', '{}', '[{"name":"x","side":"buy","legs":[{"kind":"call","ratio":0.5}]}]', '[1'])(
    'are no templates of %j',
    text => {
      expect(importTemplates(text)).toBeUndefined()
    },
  )
  it('are the last drafts, each of them once', () => {
    const { result } = renderHook(useRecentDrafts)
    act(() => {
      for (let at = 0; at < 12; at += 1) saveRecent({ title: `draft ${at}`, search: { legs: `A${at % 10}@1` } })
    })
    expect(result.current).toHaveLength(8)
    expect(result.current[0]?.title).toBe('draft 11')
    expect(new Set(result.current.map(each => each.search.legs)).size).toBe(8)
  })
})
