import { liveMessage, type LiveMessage } from '#contract/live.ts'

const dataLine = /^data: (.*)$/m

/** The messages of a stream of server-sent events, until it ends; throws where it is cut, or is no such stream. */
export async function* readMessages(stream: ReadableStream<Uint8Array>): AsyncGenerator<LiveMessage> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = dataLine.exec(event)?.[1]
      if (data !== undefined) yield liveMessage.parse(JSON.parse(data))
    }
  }
}
