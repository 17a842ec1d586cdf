import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { portOf } from './servers.ts'

export type SmtpStep = 'greeting' | 'EHLO' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'end'
/** Answers that differ from success; null for none at all. Several lines are separated by line breaks. */
export type SmtpScript = Partial<Record<SmtpStep, string | null>>

const success: Record<SmtpStep, string> = {
  greeting: '220 mx.example ESMTP',
  EHLO: '250-mx.example\n250-AUTH PLAIN\n250 DSN',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go on',
  end: '250 2.0.0 queued',
}

/** A mail server that answers as its script says, which each connection reads anew, and notes the commands; a mail is `.`. */
export async function startScriptedSmtp() {
  let script: SmtpScript = {}
  const commands: string[] = []
  const sockets = new Set<Socket>()

  function handle(socket: Socket) {
    const answers = { ...success, ...script }
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const answer = (step: SmtpStep) => {
      const text = answers[step]
      if (text !== null && !socket.destroyed) socket.write(`${text.replaceAll('\n', '\r\n')}\r\n`)
    }
    let [inData, text] = [false, '']
    const steps = Object.keys(success) as SmtpStep[]
    socket.on('data', (bytes) => {
      text += bytes.toString()
      for (;;) {
        const mark = inData ? '\r\n.\r\n' : '\r\n'
        const at = text.indexOf(mark)
        if (at < 0) return
        const line = text.slice(0, at)
        text = text.slice(at + mark.length)
        commands.push(inData ? '.' : line)
        const step = inData ? 'end' : steps.find((verb) => line.toUpperCase().startsWith(verb))
        inData = step === 'DATA' && answers.DATA?.startsWith('354') === true
        if (step) answer(step)
        else socket.write('250 2.0.0 ok\r\n')
      }
    })
    answer('greeting')
  }
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: portOf(server),
    commands,
    connections: () => sockets.size,
    follow: (next: SmtpScript) => {
      script = next
      commands.length = 0
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
