// Games that another device hands over, on the first page: asked about in a dialog above it.
import { mount } from 'svelte';
import TakeDialog from '../parts/TakeDialog.svelte';
import { placeOf } from './handover';

const place = placeOf(location.hash);
// The address is no place for a key: neither the history nor a bookmark keeps it.
history.replaceState(null, '', '/');
// Afterwards the page comes anew, with the games.
if (place) mount(TakeDialog, { target: document.body, props: { open: true, place, done: () => location.replace('/') } });
