package notify

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"

	webpush "github.com/SherClockHolmes/webpush-go"
)

const (
	pushTTL = 24 * 60 * 60 // seconds that a push service keeps what it cannot deliver
	// Octets of a push, whatever it says, so that its length tells nothing. The services have to take 4,096, but some
	// pass a push on in a form that holds less.
	pushRecord = 2048
	// Octets that remain for the notice: the rest is the head of the record (86), the tag (16) and the end mark (1).
	maxPush = pushRecord - 86 - 16 - 1
)

// PushConfig is what a program that sends pushes goes by.
type PushConfig struct {
	PrivateKey, PublicKey string // as [NewPushKeys] makes them
	// Subject is the operator's mail address or an https URL of his, which push services write to when something is wrong.
	Subject string
	// Client makes the calls: a [Guard]'s, since browsers tell where to call. Nil stands for the strictest guard's.
	Client *http.Client
}

// Subscription is where a browser wants its pushes sent, and the keys to seal them for it.
type Subscription struct {
	Endpoint string // URL at the push service; who knows it can reach the browser
	Auth     string // secret of 16 octets, base64url
	P256dh   string // public key of the browser, a point of P-256, base64url
}

// Check tells whether a push could be sent there: an error of [CheckURL], [ErrSubscription] or nil.
func (s Subscription) Check() error {
	_, err := s.keys()
	return err
}

// keys are the keys of a subscription that is sound.
func (s Subscription) keys() (webpush.Keys, error) {
	if err := CheckURL(s.Endpoint); err != nil {
		return webpush.Keys{}, err
	}
	auth, err := decodeKey(s.Auth)
	if err != nil || len(auth) != 16 {
		return webpush.Keys{}, ErrSubscription
	}
	point, err := decodeKey(s.P256dh)
	if err != nil {
		return webpush.Keys{}, ErrSubscription
	}
	if _, err := ecdh.P256().NewPublicKey(point); err != nil {
		return webpush.Keys{}, ErrSubscription
	}
	return webpush.Keys{Auth: encodeKey(auth), P256dh: encodeKey(point)}, nil
}

// encodeKey writes octets as web push has them.
func encodeKey(key []byte) string { return base64.RawURLEncoding.EncodeToString(key) }

// decodeKey reads base64 of either alphabet, with or without its padding.
func decodeKey(key string) ([]byte, error) {
	key = strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(key, "="))
	return base64.RawURLEncoding.DecodeString(key)
}

// NewPushKeys makes the pair of keys by which push services know this house. Browsers are subscribed to the public one,
// so a new pair loses all subscriptions.
func NewPushKeys() (private, public string, err error) {
	private, public, err = webpush.GenerateVAPIDKeys()
	if err != nil {
		return "", "", fmt.Errorf("make push keys: %w", err)
	}
	return private, public, nil
}

// Push sends notices to browsers. It may be used by many at once.
type Push struct {
	config PushConfig
}

// NewPush makes a sender. The error is for the operator: keys that are no pair, or nobody to write to.
func NewPush(config PushConfig) (*Push, error) {
	secret, err := decodeKey(config.PrivateKey)
	if err != nil {
		return nil, errors.New("the private key of web push is not base64url")
	}
	private, err := ecdh.P256().NewPrivateKey(secret)
	if err != nil {
		return nil, errors.New("the private key of web push is not one of P-256")
	}
	public := encodeKey(private.PublicKey().Bytes())
	if given, err := decodeKey(config.PublicKey); err != nil || encodeKey(given) != public {
		return nil, errors.New("the public key of web push does not belong to the private one")
	}
	config.PrivateKey, config.PublicKey = encodeKey(secret), public
	config.Subject = strings.TrimPrefix(config.Subject, "mailto:")
	if CheckAddress(config.Subject) != nil && (!strings.HasPrefix(config.Subject, "https:") || CheckURL(config.Subject) != nil) {
		return nil, fmt.Errorf("the subject of web push is neither a mail address nor an https URL: %q", config.Subject)
	}
	if config.Client == nil {
		config.Client = Guard{}.Client()
	}
	return &Push{config: config}, nil
}

// pushPayload is what a service worker gets.
type pushPayload struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
	URL   string `json:"url"`
}

// Send pushes a notice to a browser: the JSON object {"id", "title", "text", "url"}, sealed for it alone, kept by the
// push service for a day, and in place of one of the same ID that was not delivered yet. A long text is cut. What goes
// wrong is an [Error]; it is [ErrGone] if the subscription is to be forgotten.
func (p *Push) Send(ctx context.Context, sub Subscription, n Notice) error {
	n, err := n.clean()
	if err != nil {
		return err
	}
	keys, err := sub.keys()
	if err != nil {
		return err
	}
	payload, err := pushBody(n)
	if err != nil {
		return err
	}
	res, err := webpush.SendNotificationWithContext(ctx, payload, &webpush.Subscription{Endpoint: sub.Endpoint, Keys: keys}, &webpush.Options{
		HTTPClient:      p.config.Client,
		RecordSize:      pushRecord,
		Subscriber:      p.config.Subject,
		Topic:           pushTopic(n.ID),
		TTL:             pushTTL,
		Urgency:         webpush.UrgencyNormal,
		VAPIDPublicKey:  p.config.PublicKey,
		VAPIDPrivateKey: p.config.PrivateKey,
	})
	if err == nil && (res.StatusCode == http.StatusNotFound || res.StatusCode == http.StatusGone) {
		_ = res.Body.Close()
		return ErrGone
	}
	return answered(res, err)
}

// pushTopic is an identity in the 32 letters that a topic may have.
func pushTopic(id string) string {
	sum := sha256.Sum256([]byte(id))
	return encodeKey(sum[:24])
}

// pushBody is the payload, with as much of the text as there is room for.
func pushBody(n Notice) ([]byte, error) {
	payload := pushPayload{ID: n.ID, Title: n.Title, URL: n.URL}
	body, err := marshal(payload)
	if err != nil {
		return nil, err
	}
	payload.Text = clip(n.Text, maxPush-len(body), jsonOctets)
	return marshal(payload)
}

// jsonOctets is the length of a character of a clean text in JSON.
func jsonOctets(r rune) int {
	if strings.ContainsRune("\"\\\n\t", r) {
		return 2
	}
	return octets(r)
}
