/** The browser's own notices, where it has them and the trader allowed them. The same event in several tabs shows once, by its tag. */

export function showBrowserNotice(id: string, title: string, body: string): void {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return
  const notice = new Notification(title, { body, tag: `legwork ${id}` })
  notice.onclick = () => {
    window.focus()
    notice.close()
  }
}
