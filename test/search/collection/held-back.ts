import { documentsIn } from '../corpus/corpus.js';
import { type JudgedLocale, listed } from './collections.js';

/**
 * Runbooks and notes of a team, as assistants write them, and questions of the team. These texts were written and
 * judged after the parameters of the ranking were chosen, and were never used to change the parameters. The ranking is
 * therefore tested with texts for which the ranking was not tuned.
 */
const DOCUMENTS = documentsIn(`
restore | Restoring the database from a backup | Stop the writers first. Create an empty database, run the restore with four jobs and check the number of rows in the largest tables. Then point the service at the new database and start the writers again. A restore of 200 GB takes about fifty minutes.
backup-schedule | Backup schedule | A full backup is made every Sunday night, an incremental one each hour. Backups are kept for thirty days in another region. Once a month somebody restores one of them on a spare machine: a backup that nobody has tried is a hope.
failover | When the primary database fails | The standby is promoted by the watchdog within ten seconds. Connections to the old primary are cut, and clients connect again through the proxy. Make sure that the old machine does not come back as a second primary: fence it before anything else.
slow-queries | Finding slow queries | Look at the statements by total time, not by the slowest run. Read the plan with buffers. A sequential scan of a large table usually means that an index is missing, or that the planner has old statistics: run ANALYZE before you change anything.
indexes | Adding an index without downtime | Build it concurrently, outside a transaction. The build waits for older transactions, so look for one that has been idle for hours. If it fails, an invalid index is left behind: drop it and begin again.
vacuum | Table bloat and vacuum | Updates leave dead rows behind. Autovacuum removes them, unless a long transaction or a forgotten replication slot holds them back. A table that is twice as large as its rows should be repacked at night.
certificates | Renewing TLS certificates | Certificates are renewed by themselves thirty days before they expire. If the monitor warns that one expires within a week, look at the log of the renewal job: mostly the DNS challenge failed. Reload the proxy afterwards; a restart is not needed.
dns | Moving a domain to another DNS provider | Lower the time to live of all records to five minutes two days ahead. Copy the zone, compare both with dig, then change the name servers at the registrar. Keep the old zone for a week, since some resolvers ignore the time to live.
deploy | How we deploy | Every merge to main is built, tested and rolled out to one machine in ten. After fifteen minutes without errors the rest follows. Deployments stop on Fridays at noon.
rollback | Rolling back a release | Choose the version before in the deployment tool and press roll back; it takes two minutes. Migrations of the schema are not undone: the version before must work with the new schema, which is why columns are removed one release later.
flags | Feature flags | A flag turns a feature on for some users before all of them see it. Name an owner and a date by which the flag is removed. Old flags that nobody dares to remove have caused two incidents.
incident | What to do in an incident | The first who sees it declares the incident in the channel and becomes its lead until somebody takes over. The lead does not debug: she decides, and writes down what happens when. Customers are told within thirty minutes on the status page.
postmortem | Writing a postmortem | Write it within five days, while people remember. Tell what happened minute by minute, what was seen by customers, and why it was possible. No one is blamed: the question is what let a mistake through. Each action has an owner and a date.
oncall | On-call rotation | A week begins on Tuesday at ten. Whoever is on call carries the phone, answers within fifteen minutes and is free the day after a night with more than one call. Swap weeks in the calendar, not by word of mouth.
alerts | Which alerts may wake somebody | An alert pages at night only if customers notice, and if somebody can do something about it. Everything else makes a ticket. An alert that was ignored three times is deleted or repaired.
logs | Searching the logs | Each line is JSON with the id of its request. Take the id from the error page and search for it: all services that took part are found. Logs are kept for fourteen days; personal data must never be written to them.
tracing | Tracing a request through the services | One request in a hundred is traced, and every one that fails. The trace shows how long each service took, and which waited for which. Send the header x-trace to have your own request traced.
memory | A process that runs out of memory | The kernel ends it with signal nine, and the log has no last words. Look at the graph of resident memory: a straight line upwards is a leak, a step is a large request. Take a heap snapshot before you restart it.
cpu | High CPU on the API servers | Record a profile for thirty seconds with the flag of the runtime. Common causes are a regular expression with backtracking, JSON of many megabytes, and compression at the highest level. Adding machines hides it for a week.
disk | The disk is full | Find out what grew: logs, dumps of crashed processes, or the write-ahead log of a database whose replica is away. Never delete files of the database by hand. Removing the old replication slot frees the space within minutes.
ratelimit | Rate limits of the public API | A key may send six hundred requests a minute. Above that the answer is 429 with Retry-After. Ask sales for a higher limit; batch endpoints count as one request for each item.
keys | Rotating API keys | Issue a new key, deploy it, then revoke the old one after a day. Keys that stood in a repository or a chat are revoked at once, without waiting for the deployment. The audit log shows where the old key was still used.
webhooks | Webhooks are delivered more than once | We try again for a day until the receiver answers with 2xx, so the same event may come twice, and out of order. Receivers must compare the id of the event and the time in it. The signature is made with the secret of the endpoint.
pagination | Walking through long lists | Lists are paged by a cursor. Send the cursor of the last answer until it is null. Do not build cursors yourself, and do not count on a total: it is not given, since counting millions of rows is slow.
timeouts | Time-outs and retries between services | Each call has a deadline that is handed on. Retry only what may be done twice, at most two times, with a random pause between. Retries without a pause turned a small fault into an outage of an hour last spring.
queue | The job queue grows | If jobs come faster than they are done, start more workers. If one job fails again and again, it blocks the others of its kind: move it to the dead letters and read its error. Oldest age says more than depth.
cache | Clearing the cache of the CDN | Pages are purged by tag when a document is published. To clear everything, use the button in the console, at night: the origin gets ten times the load for some minutes. Style sheets have their hash in the name and need no purge.
onboarding | Your first week | On Monday you get a laptop, a key card and an account. Install the tools with the script in the handbook. By Friday you have shipped a small change, so that you have seen every step from the editor to production once.
vpn | Working from home: VPN | Install the client, sign in with your token and choose the nearest gateway. If pages inside load slowly, turn off the tunnel for everything else. Without the VPN only mail and chat can be reached.
laptop | A lost or stolen laptop | Call the help desk at once, day or night: the disk is encrypted, but your sessions are not ended until somebody does it. You get a spare machine the next morning. Report a theft to the police within two days for the insurance.
expenses | Travel expenses | Hand in receipts within a month. Trains are second class up to four hours, hotels up to 140 a night. Without a receipt nothing is paid back, except for tips.
holidays | Holidays and days off | You have thirty days a year; what is left in March of the next year is lost. Enter them in the calendar two weeks ahead. In the week of a large release one of each team stays.
privacy | Deleting the data of a user | A request for deletion has to be carried out within thirty days. Run the job with the id of the user: it removes profile, messages and files, and replaces the name in comments. Backups forget after thirty days by themselves.
invoices | Why invoices differ from the usage page | The usage page counts in your time zone, invoices in UTC. Credits are taken off at the end of the month. A difference above one per cent is a fault: open a ticket with both numbers.
accessibility | Checking pages for accessibility | Use the page with the keyboard alone, then with a screen reader. Text needs a contrast of 4.5 to 1. The automatic check finds a third of all faults, so it is only where you begin.
style | How we write documentation | Say what the reader can do now. One idea a sentence, the word that others use, no jokes. Put the answer first and the reason behind it. Pictures of screens grow old: use text where you can.
`);

const QUESTIONS: readonly (readonly [q: string, grades: Readonly<Record<string, number>>])[] = [
  ['How do I restore a backup?', { restore: 3, 'backup-schedule': 2 }],
  ['How long do we keep backups?', { 'backup-schedule': 3, privacy: 1 }],
  ['What happens when the primary dies?', { failover: 3 }],
  ['Why is my query so slow?', { 'slow-queries': 3, indexes: 1 }],
  [
    'How can I create an index on a big table without blocking writes?',
    { indexes: 3, 'slow-queries': 1 },
  ],
  ['Our table is much bigger than the data in it', { vacuum: 3 }],
  ['certificate expires soon, what should I do?', { certificates: 3 }],
  ['changing the name servers of our domain', { dns: 3 }],
  ['May I deploy on a Friday afternoon?', { deploy: 3 }],
  ['The new release is broken. How do I get the old version back?', { rollback: 3, deploy: 1 }],
  ['Does a rollback undo migrations?', { rollback: 3 }],
  ['Who tells the customers during an incident?', { incident: 3, postmortem: 1 }],
  ['When must a postmortem be written?', { postmortem: 3 }],
  ['How do I swap my on-call week with a colleague?', { oncall: 3 }],
  ['Do I get a day off after being called at night?', { oncall: 3, holidays: 1 }],
  ['When should an alert page somebody?', { alerts: 3, oncall: 1 }],
  ['Find all log lines of one request', { logs: 3, tracing: 2 }],
  ['Which service makes my request slow?', { tracing: 3, logs: 1 }],
  ['process killed with signal 9', { memory: 3 }],
  ['memory leak heap snapshot', { memory: 3 }],
  ['The API servers use all their CPU', { cpu: 3 }],
  ['What do I delete when the disk is full?', { disk: 3, vacuum: 1 }],
  ['How many requests per minute may I send?', { ratelimit: 3 }],
  ['I pushed an API key to a repository by mistake', { keys: 3 }],
  ['Why did I receive the same webhook twice?', { webhooks: 3 }],
  ['How do I get the total number of items in a list?', { pagination: 3 }],
  ['Should I retry a failed call to another service?', { timeouts: 3, queue: 1 }],
  ['jobs are waiting in the queue for hours', { queue: 3 }],
  ['How do I purge the CDN cache?', { cache: 3 }],
  ['My laptop was stolen', { laptop: 3 }],
  ['the VPN is slow at home', { vpn: 3 }],
  ['Which hotel may I book on a business trip?', { expenses: 3 }],
  ['How many days of vacation do I have?', { holidays: 3 }],
  ['A customer wants all their data deleted', { privacy: 3 }],
  ['Why does my invoice not match the usage page?', { invoices: 3 }],
  ['What contrast does text need?', { accessibility: 3 }],
  ['Can a feature be turned on for a few users only?', { flags: 3, deploy: 1 }],
  ['What do new colleagues do in the first week?', { onboarding: 3 }],
  ['How should documentation be written?', { style: 3, postmortem: 1 }],
  ['replication slot holds back the write-ahead log', { disk: 3, vacuum: 2 }],
];

export const HELD_BACK: JudgedLocale = {
  locale: 'en',
  documents: listed('en', DOCUMENTS, 'team-'),
  questions: QUESTIONS.map(([q, grades]) => ({
    name: q,
    q,
    grades: new Map(Object.entries(grades).map(([slug, grade]) => [`team-${slug}`, grade])),
  })),
};
