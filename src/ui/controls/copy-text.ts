import { showToast } from './toasts.ts'

/** Copies text to the clipboard; says so where it could not, and answers whether it did. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({
      tone: 'warning',
      title: 'Not copied',
      body: 'The browser did not allow access to the clipboard. Select the text and copy it by hand.',
    })
    return false
  }
}
