// The page's end of a worker of practice.
import { scriptAddress } from '../lib/script-address';
import { WorkerClient } from '../lib/worker-client';
import type { Requests } from './messages';
import workerAddress from './practice-worker?worker&url';

export class PracticeClient extends WorkerClient<Requests> {
  constructor() {
    super(() => new Worker(scriptAddress(workerAddress), { type: 'module' }));
  }
}
